import { Form, type FormProps, useRouteLoaderData } from '@remix-run/react'
import { forwardRef, useState } from 'react'
import { placeField } from '~/domain/forms/forms'
import { useServedPage } from '../site/page'
import { AccountMark } from './account-mark'

/** What the forms of a desk get from its layout. */
export interface DeskFormData {
  account: string
  manages: boolean
}

interface Props extends FormProps {
  /** The id of what the page returns to without scripts; the form, if it has an id. */
  place?: string
}

/**
 * A form of the desk. It names its account, since another may sign in before it is sent, and leaves
 * the page where it is scrolled to.
 */
export const DeskForm = forwardRef<HTMLFormElement, Props>(function DeskForm(
  { children, place, ...form },
  ref,
) {
  return (
    <Form preventScrollReset {...form} method="post" ref={ref}>
      <AccountMark account={useFirstAccount()} />
      <PlaceMark place={place ?? form.id} />
      {children}
    </Form>
  )
})

/** For documents alone: a page that is updated by script stays where it is. */
function PlaceMark({ place }: Pick<Props, 'place'>) {
  const { hydrates } = useServedPage()
  const field = place && <input type="hidden" name={placeField} value={place} />
  return hydrates ? <noscript>{field}</noscript> : field || null
}

/** The account that first saw the form; later data of the page may belong to another. */
function useFirstAccount(): string | undefined {
  const desk = useRouteLoaderData('routes/($lang).dashboard') as DeskFormData | undefined
  const [account] = useState(desk?.account)
  return account
}

/** Whether who looks at a page of the desk is a manager there. */
export function useManages(): boolean {
  const desk = useRouteLoaderData('routes/($lang).dashboard') as DeskFormData | undefined
  return desk?.manages ?? false
}
