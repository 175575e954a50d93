import { Form, type FormProps, useRouteLoaderData } from '@remix-run/react'
import { forwardRef, useState } from 'react'
import { AccountMark } from './account-mark'

/** What the forms of a desk get from its layout. */
export interface DeskFormData {
  account: string
}

/**
 * A form of the desk. It names its account, since another may sign in before it is sent, and leaves
 * the page where it is scrolled to.
 */
export const DeskForm = forwardRef<HTMLFormElement, FormProps>(function DeskForm(
  { children, ...form },
  ref,
) {
  return (
    <Form preventScrollReset {...form} method="post" ref={ref}>
      <AccountMark account={useFirstAccount()} />
      {children}
    </Form>
  )
})

/** The account that first saw the form; later data of the page may belong to another. */
function useFirstAccount(): string | undefined {
  const desk = useRouteLoaderData('routes/($lang).dashboard') as DeskFormData | undefined
  const [account] = useState(desk?.account)
  return account
}
