import { planMails } from '~/domain/mail-plans'
import { sendDueMails } from '~/domain/mail-sending'
import type { ServerContext } from '../context'
import { createCompose } from '../mails/compose'

/** What a job is given when its turn comes. */
export interface Turn {
  clock(): Date
  /** Whether the job may begin its next step: it is not while the server stops or another process took over. */
  goOn(): Promise<boolean>
}

/** Something that the server does by itself. Broken off anywhere, it is taken up at the next turn. */
export interface Job {
  name: string
  /** Milliseconds from one turn to the next, at least. */
  every: number
  run(turn: Turn): Promise<void>
}

const always = 0

/** All jobs, in the order in which they are done. */
export function createJobs({ config, services, log }: ServerContext): Job[] {
  return [mailPlanning(services), mailSending({ config, services, log })]
}

function mailPlanning(services: ServerContext['services']): Job {
  let seen: Date | undefined
  return {
    name: 'mail planning',
    every: always,
    async run({ clock }) {
      seen = await planMails(services, seen, clock())
    },
  }
}

function mailSending({
  config,
  services,
  log,
}: Pick<ServerContext, 'config' | 'services' | 'log'>): Job {
  const compose = createCompose(config)
  return {
    name: 'mail sending',
    every: always,
    run: ({ clock, goOn }) =>
      sendDueMails(services, {
        compose,
        clock,
        goOn,
        onFailure: ({ kind, ticketId, tries }, { failure, code }) =>
          log.warn({ kind, ticketId, tries, failure, code }, 'mail not sent'),
      }),
  }
}
