import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type SourceFile, sourcesIn } from './support/source-files'
import { parse } from './support/syntax'

/** Patterns made at run time, of our own words alone. */
const madeOfOurs = ['languages.join', 'languageCookie', '{count}', '{prefixes']

interface Found {
  path: string
  text: string
}

/** All regular expressions of a file, as literals and as made at run time. */
function patternsIn(file: SourceFile): { literals: Found[]; made: Found[] } {
  const source = parse(file)
  const found: ReturnType<typeof patternsIn> = { literals: [], made: [] }
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node))
      found.literals.push({ path: file.path, text: node.text })
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (isCall && node.expression.getText(source) === 'RegExp') {
      found.made.push({ path: file.path, text: node.getText(source) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/**
 * How a pattern can take more than linear time: one that can read the same text in several ways, or
 * that reads a run again from each of its places. Whatever the machine, as it looks at the pattern.
 */
function faultsOf(text: string): string[] {
  const end = text.lastIndexOf('/')
  const { reports } = analyse({ source: text.slice(1, end), flags: text.slice(end + 1) })
  return reports.map(({ type }) => type)
}

const all = sourcesIn('app').map(patternsIn)

describe('a regular expression', () => {
  it('takes no more than linear time, whatever it is given', () => {
    const literals = all.flatMap((found) => found.literals)
    expect(literals.length).toBeGreaterThan(200)
    const slow = literals.filter(({ text }) => faultsOf(text).length > 0)
    expect(slow).toEqual([])
  })

  it('is made at run time of our own words alone', () => {
    const made = all.flatMap((found) => found.made)
    const others = made.filter(({ text }) => !madeOfOurs.some((word) => text.includes(word)))
    expect(others).toEqual([])
  })

  it.each([
    ['reads a run of characters again from each of them', '/[.,]+$/'],
    ['looks for an address in each part of a word', '/[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+/'],
    ['can part a text in several ways', '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/'],
    ['can part a text in countless ways', '/^(a+)+$/'],
  ])('is known for slow where it %s', (_, text) => {
    expect(faultsOf(text)).not.toEqual([])
  })
})
