import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { shownLegal } from '~/http/responses/legal.server'
import { confidential, forEverybodyBriefly, keptForBack } from '~/http/responses/page-headers'
import { readStep, type Step } from './step.server'

export type WithdrawalPage = Awaited<ReturnType<typeof loader>>['data']

export async function loader({ context }: LoaderFunctionArgs) {
  const legal = await shownLegal(context)
  if (!legal) return data(null, { status: 503 })
  const step = await readStep(context)
  const { withdrawal } = legal.texts[context.language]
  const { withdrawal: borrowed } = legal.borrowed[context.language]
  const page = {
    sample: legal.sample,
    borrowed,
    sections: step.kind === 'text' ? withdrawal : [],
    step,
  }
  return data(page, {
    status: step.kind === 'unknown' ? 404 : 200,
    headers: headersOf(step),
  })
}

function headersOf({ kind }: Step) {
  if (kind === 'text') return forEverybodyBriefly
  return kind === 'cancel' ? { ...confidential, ...keptForBack } : confidential
}
