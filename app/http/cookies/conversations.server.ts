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

/** Returns the secret of the conversation that this browser last began at a desk. */
export function rememberedConversation(
  context: AppLoadContext,
  deskId: string,
): string | undefined {
  return cookie.read(context)?.find(([id]) => id === deskId)?.[1]
}

/** Whether this browser has begun a conversation at any desk. */
export function remembersConversation(context: AppLoadContext): boolean {
  return cookie.read(context) !== undefined
}

/** Returns the Set-Cookie value; without a secret the desk's conversation is forgotten. */
export function rememberConversation(
  context: AppLoadContext,
  deskId: string,
  secret?: string,
): string {
  const others = (cookie.read(context) ?? []).filter(([id]) => id !== deskId)
  const all = secret ? [[deskId, secret] as [string, string], ...others].slice(0, most) : others
  return all.length > 0 ? cookie.write(context, all) : cookie.clear(context)
}
