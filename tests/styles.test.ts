import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stylesheets } from '../app/styles/stylesheets.server'
import { sourcesIn } from './support/source-files'

const cssIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.css'))
const composed = cssIn('app/styles')

describe('The stylesheets', () => {
  it('are at most six, and the server has each', () => {
    expect(composed.length).toBeLessThanOrEqual(6)
    const served = Object.keys(stylesheets).filter((name) => name !== 'none')
    expect(served.sort()).toEqual(composed.map((file) => file.replace('.css', '')).sort())
  })

  it('import every part', () => {
    const all = composed.map((file) => readFileSync(`app/styles/${file}`, 'utf8')).join('\n')
    const left = cssIn('app/styles/parts').filter((part) => !all.includes(`"./parts/${part}"`))
    expect(left).toEqual([])
  })

  it('begin with the order of the cascade layers', () => {
    for (const file of composed) {
      const text = readFileSync(`app/styles/${file}`, 'utf8')
      expect(text, file).toMatch(/^@import "\.\/parts\/tokens\.css";\n/)
    }
  })

  it('come inside the page, but the desk’s, and the toasts’ with their package', () => {
    const loading = sourcesIn('app').flatMap(
      ({ text }) => text.match(/import .*\.css(\?url)?['"]/g) ?? [],
    )
    expect(loading.sort()).toEqual([
      "import './toasts.css'",
      "import 'sonner/dist/styles.css'",
      "import desk from './desk.css?url'",
    ])
  })
})
