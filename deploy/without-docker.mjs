/**
 * Runs the steps of the Dockerfile in a bare folder, for machines without a container engine:
 * `node deploy/without-docker.mjs FOLDER`. Each stage is a folder below it; the last one is what the
 * image would hold. Knows FROM, WORKDIR, COPY and RUN; ENV and CMD become `start.sh`, which takes
 * further settings as NAME=value. Users and volumes are the operating system's business. Prints the size of the result.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = dirname(dirname(fileURLToPath(import.meta.url)))
const [target] = process.argv.slice(2)
if (!target) throw new Error('Name a folder to build in.')
const root = resolve(target)
const left = new Set(['.git', '.cache', '.env', 'build', 'data', 'node_modules', 'shots'])

let stage = ''
let folder = ''
let settings = []
const stages = readFileSync(join(source, 'Dockerfile'), 'utf8')
for (const line of stages.split('\n').filter((each) => /^[A-Z]/.test(each))) {
  const [, word, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? []
  if (word === 'FROM') {
    stage = join(root, / AS (\w+)$/.exec(rest)?.[1] ?? 'image')
    settings = []
  } else if (word === 'WORKDIR') {
    folder = join(stage, rest)
    mkdirSync(folder, { recursive: true })
  } else if (word === 'COPY') copy(rest.split(' '))
  else if (word === 'RUN') run(rest)
  else if (word === 'ENV') settings.push(...rest.split(' '))
  else if (word === 'CMD') {
    const command = JSON.parse(rest).join(' ')
    const own = settings.map((each) => (each === 'DATA_DIR=/data' ? 'DATA_DIR=../data' : each))
    const lines = ['#!/bin/sh', 'cd "$(dirname "$0")/app"', `export ${own.join(' ')} "$@"`]
    writeFileSync(join(stage, 'start.sh'), [...lines, `exec ${command}`, ''].join('\n'), {
      mode: 0o755,
    })
  }
}
console.log(execFileSync('du', ['-sh', join(root, 'image')], { encoding: 'utf8' }).trim())

function copy(words) {
  const from = /^--from=(\w+)$/.exec(words[0])?.[1]
  const names = words.slice(from ? 1 : 0, -1)
  for (const name of names) {
    const path = from ? join(root, from, name) : join(source, name)
    const to = name === '.' || from ? join(folder, words.at(-1)) : join(folder, basename(name))
    const filter = (each) => from || !left.has(each.slice(source.length + 1).split('/')[0])
    cpSync(path, to, { recursive: true, filter, verbatimSymlinks: true })
  }
}

function run(command) {
  // Paths at the root are the stage's own, and its user is whoever runs this.
  if (command.startsWith('mkdir /data')) return mkdirSync(join(stage, 'data'), { recursive: true })
  execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'inherit' })
}
