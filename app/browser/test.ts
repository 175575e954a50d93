import { type Language, spoken } from '../domain/text/languages'
import { startPage } from './page/start'

/** The test page's checks that need a script; the page has the explanations. */
type Outcome = 'good' | 'fair' | 'bad'

const report = document.getElementById('report') as HTMLTextAreaElement
const copy = document.getElementById('copy') as HTMLButtonElement
const [head] = report.value.split('\n', 1)

/** Milliseconds after which a silent connection counts as dead. */
const timeoutMs = 10_000

const rounds = 5

/** Milliseconds by which a clock may be wrong unnoticed. */
const tolerance = 30_000

let edited = false
report.addEventListener('input', () => {
  edited = true
})

function showResult(name: string, outcome: Outcome | 'waiting', value = '') {
  const check = document.getElementById(`check-${name}`)
  if (!check) return
  check.dataset.state = outcome
  const output = check.querySelector('output')
  if (output && value) output.textContent = value
  if (!edited)
    report.value = [head, ...[...document.querySelectorAll('.check')].map(line)].join('\n')
}

function line(check: Element): string {
  const text = (selector: string) => (check.querySelector(selector) as HTMLElement).innerText.trim()
  return `${text('h2')}: ${[text('output'), text('.tag')].filter(Boolean).join(' – ')}`
}

const { locale } = spoken[document.documentElement.lang as Language]

function clockInWords(now: number, ahead: number): string {
  const shown = new Date(now).toLocaleString(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  if (Math.abs(ahead) < tolerance) return shown
  const seconds = Math.abs(ahead) / 1_000
  const [unit, size] =
    seconds < 90
      ? ['second', 1]
      : seconds < 5_400
        ? ['minute', 60]
        : seconds < 129_600
          ? ['hour', 3_600]
          : ['day', 86_400]
  const by = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: `${unit}`,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
    signDisplay: 'always',
  }).format(ahead / 1_000 / Number(size))
  return `${shown} (${by})`
}

function rank(value: number, good: number, fair: number): Outcome {
  return value <= good ? 'good' : value <= fair ? 'fair' : 'bad'
}

function lookAround() {
  showResult('scripts', 'good')
  try {
    localStorage.setItem('test', '1')
    localStorage.removeItem('test')
    showResult('storage', 'good')
  } catch {
    showResult('storage', 'fair')
  }
  showResult(
    'screen',
    innerWidth < 320 ? 'fair' : 'good',
    `${innerWidth} × ${innerHeight}, ${devicePixelRatio}×`,
  )
}

/** Measures the delay of live events, whether they come one by one, and the server's time. */
function listen(): Promise<void> {
  showResult('live', 'waiting')
  const began = performance.now()
  const heard: number[] = []
  const source = new EventSource('/live?as=test')
  return new Promise((resolve) => {
    function end() {
      source.close()
      clearTimeout(timer)
      const [first, last] = [heard[0], heard.at(-1)]
      if (first === undefined || last === undefined) showResult('live', 'bad')
      else showResult('live', last - first > 600 ? 'good' : 'fair', `${Math.round(first)} ms`)
      resolve()
    }
    const timer = setTimeout(end, timeoutMs)
    source.onerror = end
    source.onmessage = ({ data }) => {
      const now = Date.now()
      const ahead = now - Number(data)
      if (heard.length === 0)
        showResult('clock', Math.abs(ahead) < tolerance ? 'good' : 'fair', clockInWords(now, ahead))
      if (heard.push(performance.now() - began) === 5) end()
    }
  })
}

async function goRound() {
  showResult('trip', 'waiting')
  const took: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      await fetch(`/healthz?t=${Date.now()}`, {
        cache: 'no-store',
        signal: AbortSignal.timeout?.(timeoutMs),
      })
      took.push(performance.now() - began)
    }
  } catch {
    return showResult('trip', 'bad')
  }
  const median = took.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  showResult('trip', rank(median, 300, 1_500), `${Math.round(median)} ms`)
}

copy.hidden = false
copy.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(report.value)
  } catch {
    // Without permission the browser still copies the selection.
    report.select()
    document.execCommand('copy')
  }
  copy.textContent = copy.dataset.done ?? ''
})

startPage()
lookAround()
// In sequence: they would measure each other.
goRound().then(listen)
