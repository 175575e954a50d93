import ts from 'typescript'
import type { Language } from '../../app/domain/text/languages'
import type { SourceFile } from './source-files'
import { parse } from './syntax'

/** Locale keys in full ("errors:message.empty") with their texts. */
export type Messages = Map<string, string>

/** All texts of a language's namespaces. */
export function flatten(namespaces: object): Messages {
  return new Map(Object.entries(namespaces).flatMap(([name, tree]) => textsIn(tree, `${name}:`)))
}

function textsIn(tree: object, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : textsIn(value, `${prefix}${name}.`),
  )
}

/** The key by which the code asks: i18next adds the plural's suffix itself. */
export function askedKey(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name).sort()
}

/** What must not be there, what it is, and the keys for which that does not matter. */
type Rule = [RegExp, string, RegExp?]

/** Subjects, what guests and members may go on writing, and the line above a quote, which mail programs look for. */
const plainSpaces = /subject|aboutOrder|wrote$/i

const anyRules: Rule[] = [
  [/\b20\d\d\b/, 'a year, which will be over one day'],
  [/ - /, 'a hyphen for a dash, which is –'],
  [/\.\.\./, 'three points for an ellipsis, which is …'],
]

const germanRules: Rule[] = [
  ...anyRules,
  [/["”]/, 'other quotation marks than „…“'],
  [/\b(du|dich|dir|dein\w*|euch|euer|eure\w*)\b/i, 'du instead of Sie'],
  [/\be-?mail/, 'a small letter in E-Mail'],
  [/\bEmail/, 'Email instead of E-Mail'],
  [/\b(the|your|please|with|you)\b/i, 'English'],
  // Placeholders are left out: what is before “Uhr” is a number, unless it is a word.
  [/(?<!\p{L}) Uhr\b|§ |\b(Nr|Abs|Art)\. (?!\p{L})|z\. B\./u, 'a space that breaks', plainSpaces],
]

const englishRules: Rule[] = [
  ...anyRules,
  [/[äöüß„]/i, 'German letters or marks'],
  [/["']/, 'other quotation marks than “…” and ’'],
  [/\bemail/i, 'email instead of e-mail'],
  [/\b(und|oder|nicht|bitte|für|Sie|der|das|ist|wird|mit|eine?)\b/, 'German'],
]

const rulesOf: Partial<Record<Language, Rule[]>> = { en: englishRules, de: germanRules }

/** What a careful reader of the language would strike out, a sentence each. */
export function languageProblems(language: Language, messages: Messages): string[] {
  const rules = rulesOf[language] ?? []
  return [...messages].flatMap(([key, text]) => {
    const words = text.replace(/\{\{.*?\}\}/g, '').replace(/<[^>]*>/g, '')
    return rules
      .filter(([rule, , but]) => rule.test(words) && !but?.test(key))
      .map(([, problem]) => `${key}: ${problem}`)
  })
}

export interface Uses {
  /** Asked for by name: must exist. */
  asked: Set<string>
  /** Any other text that may be a key: if it is one, it is used. */
  mentioned: Set<string>
  /** Put together from parts: must fit one key at least, and every key that fits is used. */
  patterns: Set<string>
}

/** Finds the locale keys in a source file; `named` says that every text like a key is meant as one. */
export function usesIn(file: SourceFile, named: boolean, namespaces: string[]): Uses {
  const uses: Uses = { asked: new Set(), mentioned: new Set(), patterns: new Set() }
  const likeKey = new RegExp(`^(${namespaces.join('|')}):[\\w.-]+$`)
  visit(parse(file))
  return uses

  function visit(node: ts.Node): void {
    if (ts.isLiteralTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isCallExpression(node) && /(^|\.)t$/.test(node.expression.getText())) {
      for (const key of literals(node.arguments[0])) uses.asked.add(key)
    } else if (ts.isJsxAttribute(node) && node.name.getText() === 'i18nKey') {
      const value = node.initializer
      const key = value && ts.isJsxExpression(value) ? value.expression : value
      for (const each of literals(key)) uses.asked.add(each)
    } else if (ts.isStringLiteralLike(node)) {
      uses.mentioned.add(node.text)
      if (named && likeKey.test(node.text)) uses.asked.add(node.text)
    } else if (ts.isTemplateExpression(node) && isPattern(node)) {
      uses.patterns.add(patternOf(node))
    }
    node.forEachChild(visit)
  }

  function isPattern(node: ts.TemplateExpression): boolean {
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    const named = namespaces.some((name) => node.head.text.startsWith(`${name}:`))
    return named && parts.every((part) => /^[\w:.-]*$/.test(part))
  }
}

/** The texts that an expression can be, as far as they are written there. */
function literals(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node)) {
    return [...literals(node.whenTrue), ...literals(node.whenFalse)]
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) {
    return literals(node.expression)
  }
  return []
}

/** A template as a regular expression in which every inserted part is one step of a key. */
function patternOf(node: ts.TemplateExpression): string {
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  return `^${parts.map((part) => part.replaceAll('.', '\\.')).join('[^.]+')}$`
}
