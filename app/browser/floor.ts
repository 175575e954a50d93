/**
 * Below the floor of browsers (Chrome 109, Safari 15.4, Firefox 115) an app stays as the server wrote it, with
 * what it has for browsers without scripts. Standalone, before all other scripts, and in words that any
 * browser knows: what follows becomes the content of a template, which is neither loaded nor run.
 */
if (!('MathMLElement' in window && 'findLast' in Array.prototype)) {
  document.write('<template>')
  for (const part of document.querySelectorAll('noscript')) part.outerHTML = part.textContent ?? ''
}

export {}
