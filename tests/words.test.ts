import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What a person reads about Tresen. SECURITY.md quotes its readers, and the licence its lawyers. */
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...markdownIn('docs')]

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

/** A title names its subject; these begin a clause. */
const clause = /^(?:\d+\. )?(?:What|Who|Whose|Where|Whatever|Whoever|That|Those|How it)\b/

/** Phrases that hide who does what. */
const phrases = [
  /\bin place of\b/i,
  /\bis asked for\b/i,
  /\bcomes? to (?:nothing|an end)\b/i,
  /\bof which\b/i,
  /\banew\b/i,
  /\bwhoever\b/i,
  /\bwhatsoever\b/i,
  /\b(?:is|are) told\b/i,
  /\bso that\b[^.]*\bso that\b/i,
  /\bthe house\b/i,
]

function problemsIn(page: string, text: string): string[] {
  const lines = text.replace(/```[\s\S]*?```/g, '').split('\n')
  return lines.flatMap((line, index) => {
    const at = `${page}:${index + 1}`
    const title = /^#{1,6} (.*)/.exec(line)?.[1] ?? ''
    return [
      ...(clause.test(title) ? [`${at}: a title is a noun phrase: ${title}`] : []),
      ...phrases
        .map((phrase) => phrase.exec(line)?.[0])
        .filter((found) => found !== undefined)
        .map((found) => `${at}: say who does what, not “${found}”`),
    ]
  })
}

/** Subjects of the last commits, on whatever branch; none where the history is not there. */
function lastSubjects(): string[] {
  const { status, stdout } = spawnSync(
    'git',
    ['log', '--no-merges', '--format=%s', '-20', 'HEAD'],
    {
      encoding: 'utf8',
    },
  )
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

function problemsOf(subject: string): string[] {
  const verbless = /^(?:What|Who|Where|That|Those|Say|Show|Tell|Draw)\b/.test(subject)
  return [
    ...(verbless ? [`name the change: ${subject}`] : []),
    ...(subject.length > 72 ? [`more than 72 characters: ${subject}`] : []),
  ]
}

it('finds titles that are clauses, and phrases that hide who does what', () => {
  const text = '# What a page keeps\n\nA draft is asked for in place of it.\n\n## Cached pages\n'
  expect(problemsIn('a.md', text)).toEqual([
    'a.md:1: a title is a noun phrase: What a page keeps',
    'a.md:3: say who does what, not “in place of”',
    'a.md:3: say who does what, not “is asked for”',
  ])
  expect(problemsOf('Say what a page is')).toHaveLength(1)
  expect(problemsOf('Cache pages by path and query')).toEqual([])
})

it.each(pages)('%s has noun phrases as titles and says who does what', (page) => {
  expect(problemsIn(page, readFileSync(page, 'utf8'))).toEqual([])
})

it('subjects of the last commits name the change', () => {
  expect(lastSubjects().length > 0).toBe(existsSync('.git'))
  expect(lastSubjects().flatMap(problemsOf)).toEqual([])
})
