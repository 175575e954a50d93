import { z } from 'zod'
import { type ClientCode, fromServer } from '../../domain/identity/errors'
import type { AccountConflict } from '../../domain/identity/identity'

/** `detail` is for the log and holds nothing that was sent. */
interface Refusal {
  code: ClientCode
  detail: string
  conflict?: AccountConflict
}

/** Details beside the message; malformed ones must not hide it. */
const reasons = z.array(z.object({ reason: z.string().optional() })).catch([])

const errorAnswer = z.object({
  error: z.object({
    message: z.string(),
    status: z.string().optional(),
    errors: reasons,
    details: reasons,
  }),
})

const falseSuccess = z.object({
  errorMessage: z.string().optional(),
  needConfirmation: z.boolean().optional(),
  mfaPendingCredential: z.string().optional(),
  idToken: z.string().optional(),
  email: z.string().optional().catch(undefined),
  verifiedProvider: z.array(z.string()).catch([]),
  pendingToken: z.string().optional().catch(undefined),
})

/** 501 is an API that the service does not have. */
export function isTrouble(status: number): boolean {
  return status >= 500 && status !== 501
}

/** Maps a response with an error status to an error, whatever JSON it has. */
export function refusalOf(status: number, json: unknown): Refusal {
  const { data } = errorAnswer.safeParse(json)
  if (!data) return { code: fallback(status), detail: `${status} without a message` }
  const { message, details, errors, status: canonical = '' } = data.error
  const words = [message, ...[...details, ...errors].map(({ reason }) => reason ?? ''), canonical]
  const known = words.map(fromServer).find((code) => code !== 'internal-error')
  return { code: known ?? fallback(status), detail: `${status} ${withoutDetail(message)}` }
}

/** Returns the refusal in a response with status 200; undefined if there is none. */
export function hiddenRefusal(json: unknown): Refusal | undefined {
  const { data } = falseSuccess.safeParse(json)
  if (data?.errorMessage) {
    const { errorMessage } = data
    return {
      code: fromServer(errorMessage),
      detail: withoutDetail(errorMessage),
      conflict: conflictOf(data),
    }
  }
  if (data?.needConfirmation) {
    const code = 'account-exists-with-different-credential'
    return { code, detail: 'needConfirmation', conflict: conflictOf(data) }
  }
  if (data?.mfaPendingCredential && !data.idToken) {
    return { code: 'multi-factor-auth-required', detail: 'mfaPendingCredential' }
  }
  return undefined
}

function fallback(status: number): ClientCode {
  return status === 429 || isTrouble(status) ? 'network-request-failed' : 'internal-error'
}

/** The detail after " : " repeats what was sent, a provider's tokens included. */
function withoutDetail(message: string): string {
  return (message.split(' : ', 1)[0] ?? '').slice(0, 200)
}

function conflictOf(data: z.output<typeof falseSuccess>): AccountConflict {
  const { email = '', verifiedProvider, pendingToken } = data
  return { email, providers: verifiedProvider, pendingToken }
}
