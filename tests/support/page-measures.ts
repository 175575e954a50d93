import type { Page } from 'playwright-core'

/** What is wrong with a page at its present width and in its present colours. */
export interface PageMeasures {
  /** In CSS pixels. */
  width: number
  /** The same with the text spacing of WCAG 1.4.12, which readers may set. */
  spacedWidth: number
  /** Controls that touch the window's edge. */
  cut: string[]
  /** Controls and links that are lower than a finger needs. */
  low: string[]
  /** Fields whose letters are under 16 CSS pixels, so that a phone zooms, and boxes drawn under 24. */
  small: string[]
  /**
   * Targets that a finger misses, by WCAG 2.5.8: lower or narrower than 24 CSS pixels and so close to
   * another that a circle of 24 around their middle touches it. Links within a sentence are exempt.
   */
  tight: string[]
  /** Fields whose placeholder has less contrast than WCAG 1.4.3 asks for, which axe does not measure. */
  pale: string[]
  /** Summaries with the browser's own mark. */
  unmarked: string[]
}

/** In one call, as a round trip to the browser takes longer than the measuring. */
export function measurePage(page: Page): Promise<PageMeasures> {
  return page.evaluate(measure)
}

/** Runs in the page, so that all it needs is within it. */
function measure(): PageMeasures {
  /** CSS pixels that a finger needs; WCAG 2.5.8 asks for 24. */
  const lowestControl = 44
  const lowestLink = 24

  const pageWidth = () => document.scrollingElement?.scrollWidth ?? 0
  const isHidden = (element: Element) => element.closest('.visually-hidden') !== null
  const heightOf = (element: Element) => element.getBoundingClientRect().height
  const outerHtml = ({ outerHTML }: Element) => outerHTML

  function widthWithSpacing(): number {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    )
    document.adoptedStyleSheets.push(sheet)
    const width = pageWidth()
    document.adoptedStyleSheets.pop()
    return width
  }

  function cutControls(): string[] {
    return [...document.querySelectorAll('main :is(button, input, textarea, select)')]
      .filter((control) => control.checkVisibility())
      .filter((control) => control.getBoundingClientRect().right > window.innerWidth - 4)
      .filter((control) => !isHidden(control))
      .map(outerHtml)
  }

  function lowControls(): string[] {
    return [...document.querySelectorAll('button, input, textarea, select, .button')]
      .filter((control) => {
        // WCAG 2.5.8 measures the target, whatever part of it is drawn: a label is pressed like its box.
        const target = control.matches('[type=checkbox], [type=radio]')
          ? (control.closest('label') ?? control)
          : control
        // Nobody can aim at what is not drawn, or is cut off to one pixel for readers and keys alone.
        const isAimedAt = control.checkVisibility() && !isHidden(control)
        return isAimedAt && heightOf(target) < lowestControl
      })
      .map(outerHtml)
  }

  function lowLinks(): string[] {
    return [...document.querySelectorAll('p > a, address > a')]
      .filter((link) => link.checkVisibility() && heightOf(link) < lowestLink)
      .map(outerHtml)
  }

  function unmarkedSummaries(): string[] {
    return [...document.querySelectorAll('summary')]
      .filter((summary) => getComputedStyle(summary).listStyleType.startsWith('disclosure'))
      .map(outerHtml)
  }

  function smallFields(): string[] {
    const isDrawn = (field: Element) =>
      field.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isHidden(field)
    return [...document.querySelectorAll('input, select, textarea')]
      .filter(isDrawn)
      .filter((field) => {
        if (!field.matches('[type=checkbox], [type=radio]'))
          return Number.parseFloat(getComputedStyle(field).fontSize) < 16
        const { width, height } = field.getBoundingClientRect()
        return Math.min(width, height) < 24
      })
      .map(outerHtml)
  }

  function tightTargets(): string[] {
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
      .filter((target) => !isHidden(target))
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
  }

  function palePlaceholders(): string[] {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const luminance = (colour: string) => {
      if (!context) throw new Error('There is no canvas')
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(
        (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4),
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return [...document.querySelectorAll<HTMLInputElement>(':placeholder-shown')]
      .filter((field) => field.checkVisibility())
      .filter((field) => {
        const ink = luminance(getComputedStyle(field, '::placeholder').color)
        const ground = luminance(getComputedStyle(field).backgroundColor)
        return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05) < 4.5
      })
      .map(({ name }) => name)
  }

  return {
    width: pageWidth(),
    spacedWidth: widthWithSpacing(),
    cut: cutControls(),
    low: [...lowControls(), ...lowLinks()],
    small: smallFields(),
    tight: tightTargets(),
    pale: palePlaceholders(),
    unmarked: unmarkedSummaries(),
  }
}
