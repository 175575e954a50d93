import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'

/** Beside the package, which a new version removes with all of node_modules (`npm ci`). */
const cache = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url))

/** Why this machine cannot run it, or undefined. */
export function whyNotPackaged(): string | undefined {
  const machine = `${process.platform} ${process.arch}`
  if (machine === 'linux x64') return undefined
  return `the one that npm installs runs on linux x64, and this is ${machine}`
}

/**
 * The Chromium of the development dependency @sparticuz/chromium, unpacked once an installation, and
 * the environment that it needs. It brings the libraries and a font that a bare machine lacks.
 */
export async function unpackChromium(folder = cache) {
  if (!existsSync(folder)) await unpack(folder, (fresh) => unpackNewest(fresh, folder))
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: fontsFile(folder) }
  const env = { ...process.env, ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  return { executablePath: join(folder, 'chromium'), env }
}

/** Older ones, by the names of their development dependencies: the floor of browsers, and one far below it. */
export type OlderChromium = 'chromium-109' | 'chromium-92'

/** An older Chromium, unpacked once an installation, and the environment that it needs. */
export async function unpackOlderChromium(name: OlderChromium) {
  const folder = fileURLToPath(new URL(`../../node_modules/.cache/${name}`, import.meta.url))
  const archives = new URL(`../../node_modules/${name}/bin/`, import.meta.url)
  const read = async (file: string) => brotliDecompressSync(await readFile(new URL(file, archives)))
  const unpackParts = async (fresh: string) => {
    await writeFile(join(fresh, 'chromium'), await read('chromium.br'), { mode: 0o755 })
    for (const part of ['aws.tar', 'swiftshader.tar']) {
      await writeFile(join(fresh, part), await read(`${part}.br`))
      await promisify(execFile)('tar', ['-xf', join(fresh, part), '-C', fresh])
    }
  }
  if (!existsSync(folder)) await unpack(folder, unpackParts)
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') }
  return { executablePath: join(folder, 'chromium'), env }
}

const fontsFile = (folder: string) => join(folder, 'fonts.conf')

/** Into a folder of its own first: an unpacking that was interrupted, or runs twice, leaves no half browser. */
async function unpack(folder: string, into: (fresh: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  try {
    await into(fresh)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

async function unpackNewest(fresh: string, folder: string): Promise<void> {
  await runPackage(fresh)
  await writeFile(
    fontsFile(fresh),
    `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`,
  )
}

/** In a process of its own, as the package unpacks into TMPDIR, and changes the environment of its process. */
async function runPackage(folder: string): Promise<void> {
  const script =
    "const { default: c } = await import('@sparticuz/chromium'); await c.executablePath()"
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    // By the name of this runtime the package decides to unpack nss, nspr and expat, too.
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece) => {
    said += piece
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`@sparticuz/chromium could not be unpacked: ${said.trim()}`)
}
