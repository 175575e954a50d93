import { type AppLoadContext, data, redirect, type ServerBuild } from '@remix-run/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { actionFirst } from '~/server/responses/action-first'

/** What happened, in order. */
let happened: string[]

beforeEach(() => {
  happened = []
})

/** A server of one page, which says what it draws. */
function pageWith(run: () => unknown) {
  const action = async ({ request }: { request: Request }) => {
    happened.push(`action ${await request.text()}`)
    return run()
  }
  const loader = async () => {
    happened.push('loader')
    return null
  }
  const module = { action, loader, default: () => null, headers: () => ({}) }
  const build = {
    entry: {
      module: {
        default: async (_: Request, status: number, __: Headers, { staticHandlerContext }: never) =>
          new Response(
            JSON.stringify((staticHandlerContext as { actionData: unknown }).actionData),
            {
              status,
            },
          ),
        handleError: (error: Error) => happened.push(`error ${error.message}`),
      },
    },
    routes: { form: { id: 'form', path: 'form', module } },
    assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '' },
    basename: '/',
    future: { v3_singleFetch: true },
    isSpaMode: false,
    mode: 'production',
    publicPath: '/',
    assetsBuildDirectory: '',
  } as unknown as ServerBuild
  const render = actionFirst(build, 'form')
  return (address = '/form') =>
    render(
      new Request(`http://localhost${address}`, { method: 'POST', body: 'sent' }),
      {} as AppLoadContext,
    )
}

describe('a form', () => {
  it.each([
    ['returns', () => redirect('/next', 303)],
    [
      'throws',
      () => {
        throw redirect('/next', 303)
      },
    ],
  ])('leads on where its action %s a redirect, and draws no page', async (_, run) => {
    const { status, headers } = await pageWith(run)()
    expect([status, headers.get('Location')]).toEqual([303, '/next'])
    expect(happened).toEqual(['action sent'])
  })

  it('is drawn with what its action returns, which runs once', async () => {
    const answer = await pageWith(() => data({ wrong: 'name' }, 400))()
    expect([answer.status, await answer.json()]).toEqual([400, { form: { wrong: 'name' } }])
    expect(happened).toEqual(['action sent', 'loader'])
  })

  it('is reported once where its action fails, which runs once', async () => {
    const answer = await pageWith(() => {
      throw new Error('broken')
    })()
    expect(answer.status).toBe(500)
    expect(happened).toEqual(['action sent', 'error broken'])
  })

  it('leads on as data where the page hydrates', async () => {
    const answer = await pageWith(() => redirect('/next', 303))('/form.data')
    expect([answer.status, await answer.text()]).toEqual([202, expect.stringContaining('/next')])
    expect(happened).toEqual(['action sent'])
  })
})
