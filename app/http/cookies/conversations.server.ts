import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

/** Seconds since a conversation was last begun. */
const lifetime = 30 * 86_400

const most = 5

const cookie = sealedCookie(
  'conversations',
  lifetime,
  z.array(z.tuple([z.string().max(40), z.string().max(60)])).max(most),
)

/** Of one desk: the newest, and the one before it. */
const mostOfDesk = 2

/** Returns the secrets of the conversations that this browser last began at a desk, newest first. */
export function rememberedConversations(context: AppLoadContext, deskId: string): string[] {
  const all = cookie.read(context) ?? []
  return all.filter(([id]) => id === deskId).map(([, secret]) => secret)
}

export function rememberedConversation(
  context: AppLoadContext,
  deskId: string,
): string | undefined {
  return rememberedConversations(context, deskId)[0]
}

/** Whether this browser has begun a conversation at any desk. */
export function remembersConversation(context: AppLoadContext): boolean {
  return cookie.read(context) !== undefined
}

/** Returns the Set-Cookie value; without a secret the desk's conversations are forgotten. */
export function rememberConversation(
  context: AppLoadContext,
  deskId: string,
  secret?: string,
): string {
  const others = (cookie.read(context) ?? []).filter(([id]) => id !== deskId)
  const before = rememberedConversations(context, deskId).filter((each) => each !== secret)
  const own = secret ? [secret, ...before].slice(0, mostOfDesk) : []
  const all = [...own.map((each): [string, string] => [deskId, each]), ...others].slice(0, most)
  return all.length > 0 ? cookie.write(context, all) : cookie.clear(context)
}
