import again from 'virtual:browser/again'
import begin from 'virtual:browser/begin'
import captchaScript from 'virtual:browser/captcha'
import cart from 'virtual:browser/cart'
import chat from 'virtual:browser/chat'
import checkout from 'virtual:browser/checkout'
import chunkReload from 'virtual:browser/chunk-reload'
import floor from 'virtual:browser/floor'
import framedScript from 'virtual:browser/framed'
import google from 'virtual:browser/google'
import join from 'virtual:browser/join'
import order from 'virtual:browser/order'
import pageScript from 'virtual:browser/page'
import passkey from 'virtual:browser/passkey'
import shop from 'virtual:browser/shop'
import test from 'virtual:browser/test'
import visitedScript from 'virtual:browser/visited'
import type { AppLoadContext } from '@remix-run/node'
import type { TFunction } from 'i18next'
import type { PageHandle, ScriptName, ServedPage } from '~/components/site/page'
import type { RootData } from '~/components/site/session'
import { photoOf } from '~/domain/files/photos'
import type { FormAnswer } from '~/domain/forms/forms'
import { remembersConversation } from '~/http/cookies/conversations.server'
import { contentPolicy } from '~/http/responses/content-policy.server'
import { captchaSources } from '~/http/sessions/captcha.server'
import { popupSources } from '~/http/sessions/google-popup.server'
import { paymentOrigins } from '~/http/shop/order-payment.server'
import { stylesheetWith } from '~/styles/stylesheets.server'

const scripts: Record<ScriptName, { url: string }> = {
  again,
  begin,
  chat,
  cart,
  checkout,
  google,
  join,
  order,
  page: pageScript,
  passkey,
  shop,
  test,
}

const googleAccounts = 'https://accounts.google.com'

interface Rendered {
  handle: Omit<PageHandle, 'page'>
  /** What the loader of the page itself returned. */
  data: unknown
  root?: RootData
  /** What its action returned. */
  answer: unknown
  request: Request
  context: AppLoadContext
  t: TFunction
}

/** What a page's components need of the server, and the headers that go with it. */
export async function servedPage(rendered: Rendered): Promise<{
  page: ServedPage
  headers: Record<string, string>
}> {
  const { handle, data, root, answer, request, context, t } = rendered
  const { allows = [] } = handle
  // With Save-Data every page is a document: all of them work without scripts.
  const saving = request.headers.get('Save-Data') === 'on'
  const details = handle.details?.(data, t) ?? {}
  const { embed, scripts: named = handle.scripts } = details
  const hydrates = named === 'react' && !saving
  const script = named === 'none' || named === 'react' || saving ? undefined : named
  // A conversation's own page is no page that its visitor looks at beside it.
  const isDocument = root !== undefined && !hydrates && !saving && handle.scripts !== 'chat'
  const follows = isDocument && remembersConversation(context)
  const popup = script === 'google' ? popupSources(context.config.identity) : undefined
  const captcha = saving ? undefined : await captchaOf(handle, context)
  const framed = embed && request.headers.get('Sec-Fetch-Dest') === 'iframe'
  const site = await context.siteIdentity()
  const look = embed?.look ?? site.look
  const stylesheet = stylesheetWith(details.stylesheet ?? handle.stylesheet, look)
  const next = handle.prefetches && !saving ? stylesheetWith(handle.prefetches).href : undefined
  // Prefetches a document's links when a pointer rests on them.
  const rules = hydrates || saving ? undefined : '/speculation-rules.json'
  const page: ServedPage = {
    styles: { ...stylesheet, next },
    site,
    nonce: context.nonce,
    requestId: context.requestId,
    hydrates,
    guards: [floor.code, chunkReload.code],
    refused: isRefusal(answer),
    script: script && scripts[script].url,
    visited: follows ? visitedScript.url : undefined,
    captcha,
    framed: framed ? { script: script && framedScript.url, sites: embed.origins } : undefined,
  }
  const policy = contentPolicy(
    {
      scripts: hydrates ? 'react' : script || captcha || follows ? 'files' : 'none',
      rules: rules && context.config.publicOrigin + rules,
      nonce: context.nonce,
      styleHash: stylesheet.hash,
      styleFile: Boolean(next || stylesheet.href),
      frames: allows.includes('frames'),
      foreign: [popup ?? [], captcha ? captchaSources : []].flat(),
      formTargets: [
        ...(allows.includes('google') && context.config.accounts === 'firebase'
          ? [googleAccounts]
          : []),
        ...(allows.includes('payment') ? paymentOrigins(context.config) : []),
      ],
      framedBy: embed?.origins,
      pictures: handle.scripts === 'react' ? photoOrigin(root, context) : undefined,
    },
    context.config.mode,
  )
  return {
    page,
    headers: {
      'Content-Security-Policy': policy,
      ...(rules && { 'Speculation-Rules': `"${rules}"` }),
      // The sign-in popup reports back to the page that opened it.
      ...(popup && { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }),
    },
  }
}

function isRefusal(answer: unknown): boolean {
  const { errors = {} } = (answer ?? {}) as Partial<FormAnswer>
  return Object.values(errors).some(Boolean)
}

/** Everybody at the desk came through the login page, which asked; the desk need not wait. */
async function captchaOf(
  { allows, scripts }: Rendered['handle'],
  { services, now }: AppLoadContext,
): Promise<ServedPage['captcha']> {
  const demanded = allows?.includes('captcha')
  const siteKey = demanded ? await services.captcha.siteKey(now()) : services.captcha.known()
  if (!siteKey || !(demanded || scripts === 'react')) return undefined
  return { siteKey, script: captchaScript.url }
}

/** The origin of the signed-in person's photo: any page of the app may come to show it. */
function photoOrigin(root: RootData | undefined, { config }: AppLoadContext): string | undefined {
  const photo = root?.user && photoOf(root.user, config.avatarUrl)
  return photo ? new URL(photo).origin : undefined
}
