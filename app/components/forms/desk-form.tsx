import { Form, type FormProps, useFormAction, useRouteLoaderData } from '@remix-run/react'
import { forwardRef, useState } from 'react'
import { placeField } from '~/domain/forms/forms'
import { deskParameter } from '~/i18n/addresses'
import { useAtDesk, useNamedDesk } from '~/i18n/desk-address'
import { usePageDetails } from '../site/page'
import { AccountMark } from './account-mark'
import { GivenFields } from './given'
import { useForm } from './use-form'

/** What the forms of a desk get from its layout. */
export interface DeskFormData {
  account: string
  manages: boolean
}

interface Props extends FormProps {
  /** The id of what a new document returns to; the form, if it has an id. */
  place?: string
}

/**
 * A form of the desk. It names its account and its desk, since another may be signed in or chosen
 * before it is sent, and leaves the page where it is scrolled to.
 */
export const DeskForm = forwardRef<HTMLFormElement, Props>(function DeskForm(
  { children, place, action, ...form },
  ref,
) {
  const own = useFormAction()
  const atDesk = useAtDesk()
  const answered = useForm()?.intent
  const { draftForm } = usePageDetails()
  const at = place ?? form.id
  return (
    <Form
      discover="none"
      preventScrollReset
      // The server words what is missing in the page's language; a browser does it in its own.
      noValidate
      {...form}
      action={atDesk(action ?? own)}
      method="post"
      ref={ref}
      // For the language switch, which is outside the room and has no answer.
      data-answered={answered || undefined}
    >
      <OwnMark />
      {at && <input type="hidden" name={placeField} value={at} />}
      {form.id && form.id === draftForm ? <GivenFields>{children}</GivenFields> : children}
    </Form>
  )
})

/** Names account and desk in a form that leads out of the dashboard. */
export function OwnMark() {
  return <AccountMark account={useFirstAccount()} />
}

/** Has a form that sends a query stay at the desk of its page. */
export function DeskField() {
  const key = useNamedDesk()
  return key ? <input type="hidden" name={deskParameter} value={key} /> : null
}

/** The account that first saw the form; later data of the page may belong to another. */
export function useFirstAccount(): string | undefined {
  const desk = useRouteLoaderData('routes/($lang).dashboard') as DeskFormData | undefined
  const [account] = useState(desk?.account)
  return account
}

/** Whether who looks at a page of the desk is a manager there. */
export function useManages(): boolean {
  const desk = useRouteLoaderData('routes/($lang).dashboard') as DeskFormData | undefined
  return desk?.manages ?? false
}
