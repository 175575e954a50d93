import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { LegalPage } from '~/components/legal/legal-page'
import type { PageHandle } from '~/components/site/page'
import { terminationForm, withdrawalForm } from '~/domain/legal/declarations-input'
import { readFields, readForm } from '~/http/forms/forms.server'
import { legalHeaders, shownLegal } from '~/http/responses/legal.server'
import { languageOfPath, localizedPath } from '~/i18n/addresses'
import { declare } from './declare.server'
import { Declaring } from './declaring'
import { Instruction } from './instruction'
import { confirmPath, readDraft, readStep, receiptPath } from './step.server'

export const handle: PageHandle = {
  page: 'withdrawal:page',
  sheet: 'legal',
  ships: 'document',
  indexed: true,
  draftForm: (read) => {
    const kind = (read as Loaded | undefined)?.step?.kind
    return kind === 'withdraw' || kind === 'cancel' ? 'declaration' : undefined
  },
}

type Loaded = Awaited<ReturnType<typeof loader>>['data']

/** Declarations are personal: never in a referrer or cache. */
const confidential = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'same-origin' }

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context }: LoaderFunctionArgs) {
  const legal = shownLegal(context)
  if (!legal) return data(null, { status: 503 })
  const step = await readStep(context)
  const { withdrawal } = legal.texts[context.language]
  const page = { sample: legal.sample, sections: step.kind === 'text' ? withdrawal : [], step }
  return data(page, {
    status: step.kind === 'unknown' ? 404 : 200,
    headers: step.kind === 'text' ? legalHeaders : confidential,
  })
}

/** A withdrawal has a second step; that, and a termination, lead to the receipt. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { pathname, searchParams } = context.url
  const language = languageOfPath(pathname)
  const isTermination = searchParams.has('cancel')
  const sealed = searchParams.get('withdraw')
  if (!shownLegal(context)) return data(null, { status: 503 })
  if (!isTermination && sealed) {
    const declared = readDraft(sealed, context)
    if (!declared) return data(null, { status: 404 })
    const taken = await declare(declared, language, context)
    if (taken.kind === 'conflict') return data(null, { status: 409 })
    return redirect(localizedPath(receiptPath(taken.declaration, context), language), 303)
  }
  const form = readFields(await readForm(request), isTermination ? terminationForm : withdrawalForm)
  if (form.kind === 'switch-language') return data(form.answer)
  if (form.kind === 'invalid') return data(form.answer, { status: 400 })
  if (!('key' in form.value)) {
    return redirect(localizedPath(confirmPath(form.value, context), language), 303)
  }
  const taken = await declare(form.value, language, context)
  if (taken.kind === 'conflict') {
    const { key: _, ...typed } = form.typed
    return data({ typed, errors: { form: 'withdrawal:errors.sentBefore' } }, { status: 409 })
  }
  return redirect(localizedPath(receiptPath(taken.declaration, context), language), 303)
}

export default function Withdrawal() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <LegalPage page="withdrawal" sample={page?.sample ?? false}>
      {page &&
        (page.step.kind === 'text' ? (
          <Instruction sections={page.sections} />
        ) : (
          <Declaring step={page.step} answer={answer ?? undefined} />
        ))}
    </LegalPage>
  )
}
