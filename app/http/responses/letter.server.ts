/** On white, as e-mails expect; what Word says of its paragraphs is in a style sheet, which is left out. */
const style = `
:root{color-scheme:light}
body{margin:0;padding:12px;background:#fff;color:#000;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
img{max-width:100%;height:auto}
table{max-width:100%}
pre{white-space:pre-wrap}
blockquote{margin:0 0 0 8px;padding-left:8px;border-left:2px solid #ccc}
.to{all:initial!important;font:bold 13px sans-serif!important;color:#000!important;background:#ffe08a!important}`

/**
 * A page with the HTML of an e-mail, made harmless, for a frame of this site. Even on its own it runs and sends
 * nothing, and fetches nothing but, with `elsewhere`, pictures.
 */
export function letterAnswer(html: string, elsewhere: boolean): Response {
  const pictures = elsewhere ? 'data: https: http:' : 'data:'
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>E-mail</title><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><style>${style}</style></head><body>${html}</body></html>`
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        'sandbox allow-popups allow-popups-to-escape-sandbox',
        "default-src 'none'",
        `img-src ${pictures}`,
        "style-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ].join('; '),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
