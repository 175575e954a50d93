import type { Attachment } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { harmless, hasElsewhere } from '../../../app/adapters/mail-reader/shown'
import { picture } from '../../support/uploads'

const shown = (html: string) => harmless(html, [], false)

describe('The HTML of an e-mail', () => {
  test.each([
    ['words', '<p style="color:#333;font-family:\'Open Sans\',sans-serif">Hi</p>'],
    ['a colour', '<td style="border:1px solid rgb(204, 204, 204)">Hi</td>'],
    ['a table', '<table width="600" cellpadding="0" bgcolor="#eee"><tr><td>Hi</td></tr></table>'],
  ])('keeps %s', (_, html) => {
    expect(shown(html).replaceAll('&#39;', "'")).toBe(html)
  })

  test('An e-mail as it was sent shows no key of a conversation', () => {
    const key = 'q8Zr2_tK0vX7mPa9LwYc4Bq8Zr2_tK0vX7mPa9LwYc4'
    const file = `https://counter.example/files?id=01m8k5&amp;t=${key}`
    const link = `https://counter.example/chat?t=${key}`
    const clean = shown(`<a href="${link}">${link}</a> <a href="${file}">cake.pdf</a>`)
    expect(clean).not.toContain(key)
    expect(clean).toContain('https://counter.example/chat?t=')
  })

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<img src=x onerror=alert(1)>'],
    ['a page within', '<iframe src="https://evil.example"></iframe><object data=x></object>'],
    ['a drawing', '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>'],
    ['a redirection', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
    ['a base', '<base href="https://evil.example/">'],
    ['a form', '<form action="https://evil.example"><input name=a><button>x</button></form>'],
    ['a style sheet', '<style>@import "https://evil.example";</style><link rel=stylesheet href=x>'],
    ['a picture by style', '<p style="background:url(https://evil.example/a.png)">x</p>'],
    ['one in other letters', '<p style="background:u\\72l(https://evil.example/a.png)">x</p>'],
    ['one by a set', '<p style="background-image:image-set(\'https://evil.example\' 1x)">x</p>'],
    ['a picture', '<img src="https://evil.example/a.png" srcset="https://evil.example/b 2x">'],
    ['a background', '<table background="https://evil.example/a.png"><tr><td>x</td></tr></table>'],
    ['a drawing as a picture', '<img src="data:image/svg+xml;base64,PHN2Zz4=">'],
    ['another scheme', '<a href="javascript:alert(1)">x</a><a href="/dashboard">x</a>'],
    ['a comment of Outlook', '<!--[if mso]><script>alert(1)</script><![endif]-->'],
  ])('leaves out %s', (_, html) => {
    const clean = shown(html)
    expect(clean).not.toMatch(/evil|alert|url|<(?!\/?(?:p|a|img|table|tbody|tr|td)\b)/)
    expect(clean).not.toMatch(/ (?:src|href|on\w+)=/)
  })

  test.each(['position:fixed;top:0', 'opacity:0', 'visibility:hidden', 'transform:scale(9)'])(
    'does not take the style %s',
    (style) => {
      expect(shown(`<div style="${style}">Hi</div>`)).toBe('<div>Hi</div>')
    },
  )

  test('opens its links elsewhere, without a trace', () => {
    expect(shown('<a href="https://a.example/x?a=1&amp;b=2" onclick="x()">Hi</a>')).toBe(
      '<a href="https://a.example/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">Hi</a>',
    )
  })

  test.each([
    ['https://evil.example/', 'www.bank.example', 'evil.example'],
    ['https://evil.example/', '<b>https://bank</b>.example/log-in', 'evil.example'],
    ['https://evil.example/', 'Log in at bank.example!', 'evil.example'],
    ['https://evil.example/', 'bank\u200b.example', 'evil.example'],
    ['https://bank.example@evil.example/', 'bank.example', 'evil.example'],
    ['https://b\u00e4nk.example/', 'bank.example', 'xn--bnk-qla.example'],
    ['mailto:thief@evil.example', 'help@bank.example', 'evil.example'],
    ['https://bank.example/x', 'www.bank.example', undefined],
    ['https://mail.bank.example/', 'bank.example', undefined],
    ['https://evil.example/', 'Log in', undefined],
    ['https://files.example/', 'Rechnung.pdf', undefined],
    ['mailto:help@bank.example?subject=x', 'help@bank.example', undefined],
  ])('names the host of %s where its text is %s', (href, text, host) => {
    const [, said] =
      /class="to">→ ([^<]*)</.exec(shown(`<p><a href="${href}">${text}</a></p>`)) ?? []
    expect(said).toBe(host)
  })

  test('names it for a link within a link, too', () => {
    const nested =
      '<a href="https://bank.example">x<a href="https://evil.example">bank.example</a></a>'
    expect(shown(nested)).toContain('→ evil.example')
  })

  test('an e-mail has the pictures that came with it, and those of other servers if asked', async () => {
    const content = await picture(2, 2).png().toBuffer()
    const inline = { contentId: '<a@b>', content, mimeType: 'text/html' } as unknown as Attachment
    const html = '<img src="cid:a@b"><img src="https://a.example/b.png"><img src="cid:other">'
    const own = `<img src="data:image/png;base64,${content.toString('base64')}" />`
    expect(harmless(html, [inline], false)).toBe(`${own}<img /><img />`)
    expect(harmless(html, [inline], true)).toBe(
      `${own}<img src="https://a.example/b.png" /><img />`,
    )
    expect([hasElsewhere(html), hasElsewhere('<img src="cid:a@b">')]).toEqual([true, false])
  })

  test('an e-mail that is huge or deep is cut', () => {
    expect(shown('<div>x'.repeat(200_000)).length).toBeLessThan(20_000)
    expect(shown(`<p>${'x'.repeat(2_000_000)}</p>`).length).toBeLessThan(600_000)
  })
})
