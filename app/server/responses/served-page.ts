import begin from 'virtual:browser/begin'
import captchaScript from 'virtual:browser/captcha'
import chat from 'virtual:browser/chat'
import checkout from 'virtual:browser/checkout'
import chunkReload from 'virtual:browser/chunk-reload'
import framedScript from 'virtual:browser/framed'
import google from 'virtual:browser/google'
import order from 'virtual:browser/order'
import pageScript from 'virtual:browser/page'
import test from 'virtual:browser/test'
import type { AppLoadContext } from '@remix-run/node'
import type { PageHandle, ScriptName, ServedPage } from '~/components/site/page'
import type { RootData } from '~/components/site/session'
import { photoOf } from '~/domain/files/photos'
import type { FormAnswer } from '~/domain/forms/forms'
import { contentPolicy } from '~/http/responses/content-policy.server'
import { captchaSources } from '~/http/sessions/captcha.server'
import { popupSources } from '~/http/sessions/google-popup.server'
import { paymentOrigins } from '~/http/shop/order-payment.server'
import { sheetWith } from '~/styles/sheets.server'

const scripts: Record<ScriptName, { url: string }> = {
  begin,
  chat,
  checkout,
  google,
  order,
  page: pageScript,
  test,
}

interface Rendered {
  handle: Omit<PageHandle, 'page'>
  /** What the loader of the page itself returned. */
  data: unknown
  root?: RootData
  /** What its action returned. */
  answer: unknown
  request: Request
  context: AppLoadContext
}

/** What a page's components need of the server, and the headers that go with it. */
export async function servedPage(rendered: Rendered): Promise<{
  page: ServedPage
  headers: Record<string, string>
}> {
  const { handle, data, root, answer, request, context } = rendered
  // With Save-Data every page is a document: all of them work without scripts.
  const saving = request.headers.get('Save-Data') === 'on'
  const ships = saving ? 'document' : handle.ships
  const own = typeof ships === 'object' ? ships.script : undefined
  const script = saving ? undefined : (handle.script?.(data) ?? own)
  const popup = script === 'google' ? popupSources(context.config.identity) : undefined
  const captcha = saving ? undefined : await captchaOf(handle, context)
  const embed = handle.embed?.(data)
  const framed = embed && request.headers.get('Sec-Fetch-Dest') === 'iframe'
  const worn = handle.worn?.(data) ?? handle.sheet
  const sheet = sheetWith(framed ? embed.sheet : worn, embed?.look)
  const page: ServedPage = {
    css: sheet.css,
    nonce: context.nonce,
    requestId: context.requestId,
    ships,
    guard: chunkReload.code,
    refused: isRefusal(answer),
    script: script && scripts[script].url,
    captcha,
    framed: framed ? { script: script && framedScript.url, sites: embed.origins } : undefined,
  }
  const policy = contentPolicy(
    {
      ships: ships === 'app' ? 'app' : script || captcha ? 'script' : 'document',
      nonce: context.nonce,
      styleHash: sheet.hash,
      frames: handle.frames,
      foreign: [popup ?? [], captcha ? captchaSources : []].flat(),
      formsLeadTo: [
        ...(handle.formsLeadTo ?? []),
        ...(handle.pays ? paymentOrigins(context.config) : []),
      ],
      framedBy: embed?.origins,
      pictures: handle.ships === 'app' ? photoOrigin(root, context) : undefined,
    },
    context.config.mode,
  )
  return {
    page,
    headers: {
      'Content-Security-Policy': policy,
      // Prefetches a document's links when a pointer rests on them.
      ...(ships !== 'app' && !saving && { 'Speculation-Rules': '"/speculation-rules.json"' }),
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
  { captcha, ships }: Rendered['handle'],
  { services, now }: AppLoadContext,
): Promise<ServedPage['captcha']> {
  const siteKey = captcha ? await services.captcha.siteKey(now()) : services.captcha.known()
  if (!siteKey || !(captcha || ships === 'app')) return undefined
  return { siteKey, script: captchaScript.url }
}

/** The origin of the signed-in person's photo: any page of the app may come to show it. */
function photoOrigin(root: RootData | undefined, { config }: AppLoadContext): string | undefined {
  const photo = root?.user && photoOf(root.user, config.avatarUrl)
  return photo ? new URL(photo).origin : undefined
}
