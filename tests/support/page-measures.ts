import type { Page } from 'playwright-core'

/** Width of the page in CSS pixels with the text spacing of WCAG 1.4.12, which readers may set. */
export function spacedWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    )
    document.adoptedStyleSheets.push(sheet)
    const width = document.scrollingElement?.scrollWidth ?? 0
    document.adoptedStyleSheets.pop()
    return width
  })
}

/**
 * Targets that a finger misses, by WCAG 2.5.8: lower or narrower than 24 CSS pixels and so close to
 * another that a circle of 24 around their middle touches it. Links within a sentence are exempt.
 */
export function tightTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const needed = 24
    const blockOf = (element: Element): Element => {
      const parent = element.parentElement
      return parent && getComputedStyle(parent).display.startsWith('inline')
        ? blockOf(parent)
        : (parent ?? element)
    }
    const isInSentence = (link: Element) => {
      if (!link.matches('a') || getComputedStyle(link).display !== 'inline') return false
      const block = blockOf(link).cloneNode(true) as Element
      for (const each of block.querySelectorAll('a, button')) each.remove()
      return /\p{L}{2}/u.test(block.textContent ?? '')
    }
    // What floats above the page is moved aside by scrolling.
    const isFloating = (element: Element): boolean => {
      const { position } = getComputedStyle(element)
      if (position === 'fixed' || position === 'sticky') return true
      return element.parentElement ? isFloating(element.parentElement) : false
    }
    const targets = [
      ...document.querySelectorAll('a[href], button, input, select, summary, textarea'),
    ]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => !target.closest('.visually-hidden'))
      .map((target) => {
        const pressed = target.matches('[type=checkbox], [type=radio]') && target.closest('label')
        return { target, box: (pressed || target).getBoundingClientRect() }
      })
      .filter(({ box }) => box.width > 0 && box.right > 0 && box.bottom > 0)
    const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 })
    const isSmall = ({ width, height }: DOMRect) => width < needed - 0.5 || height < needed - 0.5
    return targets
      .filter(({ target, box }) => isSmall(box) && !isInSentence(target))
      .filter(({ target, box }) => {
        const own = middle(box)
        return targets.some(({ target: other, box: there }) => {
          if (other.contains(target) || target.contains(other)) return false
          if (isFloating(other) !== isFloating(target)) return false
          const to = isSmall(there)
            ? middle(there)
            : {
                x: Math.min(Math.max(own.x, there.left), there.right),
                y: Math.min(Math.max(own.y, there.top), there.bottom),
              }
          const apart = isSmall(there) ? needed : needed / 2
          return Math.hypot(own.x - to.x, own.y - to.y) < apart - 0.5
        })
      })
      .map(({ target }) => target.outerHTML.slice(0, 160))
  })
}
