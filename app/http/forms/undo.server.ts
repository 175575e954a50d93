import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '../../domain/accounts/sessions'
import { chosenDesk, type Membership } from '../../domain/desks/members'
import type { NoticeUndo } from '../../domain/forms/notices'
import { deriveKeys, newestKey } from '../cookies/secrets.server'

const purpose = 'undo of a step'

/** 128 bits, base64url. */
const markLength = 22

/** Who made a step, and at which desk. */
type Maker = Pick<Membership, 'desk'> & { session: Session }

/** The field `undo` of a form: the mark of the step's account and desk, then what undoes the step. */
export function signUndo(text: string, maker: Maker, { config }: AppLoadContext): string {
  return markBy(newestKey(config.secrets, purpose), text, maker) + text
}

/** What undoes a step that this account made at this desk; undefined for any other. */
export function readOwnUndo(
  signed: string,
  maker: Maker,
  { config }: AppLoadContext,
): string | undefined {
  const given = Buffer.from(signed.slice(0, markLength))
  const text = signed.slice(markLength)
  const isOwn = deriveKeys(config.secrets, purpose).some((key) => {
    const own = Buffer.from(markBy(key, text, maker))
    return own.length === given.length && timingSafeEqual(own, given)
  })
  return isOwn ? text : undefined
}

/** Whether the page that is asked for is at the desk, and of the account, that made the step. */
export async function mayUndo(
  { value }: NoticeUndo,
  session: Session | undefined,
  context: AppLoadContext,
): Promise<boolean> {
  if (!session) return false
  const memberships = await context.services.members.desksOf(session.user.uid)
  const own = chosenDesk(memberships, context.url.searchParams)
  return own !== undefined && readOwnUndo(value, { ...own, session }, context) !== undefined
}

function markBy(key: KeyObject, text: string, { desk, session }: Maker): string {
  const made = `${session.user.uid}\n${desk.id}\n${text}`
  return createHmac('sha256', key).update(made).digest().subarray(0, 16).toString('base64url')
}
