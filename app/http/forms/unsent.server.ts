import { type AppLoadContext, data } from '@remix-run/node'
import type { Desk } from '../../domain/desks/desks'
import { chosenDesk } from '../../domain/desks/members'
import {
  type ClosedRoom,
  type FormAnswer,
  type GivenBack,
  type OtherDesk,
  placeField,
} from '../../domain/forms/forms'
import { untyped } from '../../domain/forms/given'
import { barePath, deskParameter, isOfDesk } from '../../i18n/addresses'
import { translations } from '../../i18n/translation.server'
import { forgetUnsent, keepUnsent, readUnsent } from '../cookies/unsent.server'
import { loginAddress } from '../sessions/access'
import { readSession } from '../sessions/session.server'
import { deskIn, emailOf, isMarkOf, markIn, namesAnother, namesOtherDesk } from './account.server'
import { typedIn } from './forms.server'
import { atPlace } from './next-page.server'

/** Choices: part of a draft, but no text to give back. */
const choices =
  /^(again|country|credit|delivery|digital|featured|feedback|hidden|locale|message|order|payOnPickup|pickup|region|replyWithin|retention|side|splitFrom|splitLater|ticket|timeZone|to\d+-[A-Z]+|unit|vatRate)$/

/** Fields that the page fills in beside a text, and every button sends: typed only for their own button, or Enter. */
const ofOneButton: Record<string, string[]> = { tags: ['tag', ''] }

/**
 * Throws the page for a form that was made for another account than the one signed in, or for another desk
 * than `desk`, which its address leads to: 409, with what was typed, which also comes back where its own
 * account signs in, or at its own desk.
 */
export async function demandOwnMark(
  form: FormData,
  desk: Desk | undefined,
  context: AppLoadContext,
): Promise<void> {
  if (await namesAnother(form, context)) throw await otherAccount(form, context)
  if (desk && namesOtherDesk(form, desk.id)) throw await otherDesk(form, desk, context)
}

async function otherAccount(form: FormData, context: AppLoadContext) {
  const session = await readSession(context)
  const theirs = await emailOf(markIn(form), context)
  const cookie = keep(form, context)
  return giveBack(
    { why: 'other-account', theirs, own: session?.user.email, typed: typedBy(form) },
    cookie,
  )
}

async function otherDesk(form: FormData, desk: Desk, context: AppLoadContext) {
  const session = await readSession(context)
  const all = session ? await context.services.members.desksOf(session.user.uid) : []
  const theirs = all.find((each) => each.desk.id === deskIn(markIn(form)))?.desk
  const to = theirs && atDesk(context, theirs)
  const { t } = translations(context.language)
  const nameOf = (named?: Desk) => named?.name || t('dashboard:desks.unnamed')
  const names = { theirs: nameOf(theirs), own: nameOf(desk) }
  const said: OtherDesk = {
    why: 'other-desk',
    title: t('refusal:otherDesk.title'),
    text: t(to ? 'refusal:otherDesk.text' : 'refusal:otherDesk.unnamed', names),
    back: to ? { to, text: t('refusal:otherDesk.back', names) } : undefined,
  }
  return giveBack({ ...said, typed: typedBy(form) }, to && keep(form, context, to))
}

function giveBack(given: GivenBack, cookie: string | undefined) {
  return data(given, { status: 409, headers: cookie ? { 'Set-Cookie': cookie } : {} })
}

/** The page of the request at another desk. */
function atDesk({ url }: AppLoadContext, { publicKey }: Desk): string {
  const query = new URLSearchParams(url.search)
  query.set(deskParameter, publicKey)
  return `${url.pathname}?${query}`
}

/**
 * What to throw for `thrown`, the answer to a form that was not taken. The way to the sign-in page keeps
 * what was typed; where that is too long, and where a room is closed, a page gives it back.
 */
export async function withTyped(
  thrown: unknown,
  form: FormData,
  context: AppLoadContext,
): Promise<unknown> {
  if (await namesAnother(form, context)) return otherAccount(form, context)
  const typed = typedBy(form)
  if (isClosedRoom(thrown)) return data({ ...thrown.data, typed }, thrown.init ?? undefined)
  if (!(thrown instanceof Response) || !leadsToLogin(thrown, context)) return thrown
  if (typed.length === 0 || !markIn(form)) return thrown
  const cookie = keep(form, context)
  if (cookie) {
    thrown.headers.append('Set-Cookie', cookie)
    leadTo(String(form.get(placeField) ?? ''), thrown, context)
    return thrown
  }
  const given: GivenBack = { why: 'signed-out', typed }
  const cleared = thrown.headers
    .getSetCookie()
    .map((each): [string, string] => ['Set-Cookie', each])
  return data(given, { status: 401, headers: cleared })
}

/** From the sign-in page to the part of the page whose form was sent. */
function leadTo(place: string, { headers }: Response, context: AppLoadContext) {
  const login = headers.get('Location')
  if (!login || !place) return
  const path = atPlace(context.path, place)
  headers.set('Location', login.replace(loginAddress(context), loginAddress({ ...context, path })))
}

type Refusal<Content> = ReturnType<typeof data<Content>>

/** Whether a room was refused by `data`, whose type is no class to ask for. */
function isClosedRoom(thrown: unknown): thrown is Refusal<ClosedRoom> {
  const { data: content } = (thrown ?? {}) as Partial<Refusal<Partial<ClosedRoom>>>
  return typeof content?.room === 'string'
}

/**
 * What was typed on this page, in any language, before its account had to sign in again, or at another desk;
 * once.
 */
export async function takeUnsent(
  context: AppLoadContext,
  uid: string,
): Promise<{ answer: FormAnswer; clear: string } | undefined> {
  const { secrets } = context.config
  const own = readUnsent(context).filter(
    ({ path, mark }) => barePath(path) === barePath(context.path) && isMarkOf(mark, uid, secrets),
  )
  if (own.length === 0) return undefined
  // The same address leads to another desk once that is chosen.
  const all = await context.services.members.desksOf(uid)
  const chosen = chosenDesk(all, context.url.searchParams)?.desk.id
  const unsent = own.find(({ mark }) => !isOfDesk(context.path) || chosen === deskIn(mark))
  if (!unsent) return undefined
  const { intent, typed } = unsent
  return { answer: { intent, typed, errors: {} }, clear: forgetUnsent(context, unsent) }
}

/**
 * The Set-Cookie value for a form that has been taken: tabs that load at once bring the same cookie, and its
 * last answer may still have what was given back to another.
 */
export function forgetTaken(form: FormData, context: AppLoadContext): string[] {
  const { account: mark = '', ...typed } = typedIn(form)
  return readUnsent(context).length > 0
    ? [forgetUnsent(context, { mark, path: context.path, typed })]
    : []
}

function keep(form: FormData, context: AppLoadContext, path = context.path): string | undefined {
  const { account: mark = '', ...typed } = typedIn(form)
  if (!mark) return undefined
  const intent = String(form.get('intent') ?? '')
  return keepUnsent(context, { mark, path, intent, typed })
}

/** The texts that somebody typed into a form, without passwords, choices and what the page filled in. */
export function typedBy(form: FormData): string[] {
  const intent = String(form.get('intent') ?? '')
  return Object.entries(typedIn(form)).flatMap(([name, value]) => {
    const filledIn = ofOneButton[name] && !ofOneButton[name].includes(intent)
    const isText = !untyped.test(name) && !choices.test(name) && value.trim() !== ''
    return isText && !filledIn ? value : []
  })
}

function leadsToLogin({ headers }: Response, context: AppLoadContext): boolean {
  return headers.get('Location')?.startsWith(loginAddress(context)) ?? false
}
