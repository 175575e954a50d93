import { useLoaderData } from '@remix-run/react'
import { CopyButton } from '~/components/forms/copy-button'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { ConfirmLink } from '~/components/site/confirm-link'
import { draftId } from '~/components/site/page'
import { memberKinds } from '~/domain/desks/members'
import { guestsSeeChoices, newTicketsChoices, secondFactorChoices } from '~/domain/desks/people'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import { MemberLine } from './member-line'
import type { PeoplePage } from './people.server'
import { Removal } from './removal'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './people.server'

export const handle = section<PeoplePage>('people', {
  i18n: ['people'],
  draft: (page) => (page?.verified && !page.leaving ? 'invite' : undefined),
})

type ShownInvitation = PeoplePage['invitations'][number]

export default function People() {
  const { t } = useTranslation()
  const page = useLoaderData() as PeoplePage
  if (page.leaving)
    return (
      <Section>
        <Removal member={page.leaving} />
      </Section>
    )
  return (
    <Section>
      <section id="people" aria-labelledby="people-heading">
        <h2 id="people-heading">{t('people:heading')}</h2>
        <p>{t('people:lead')}</p>
        <ul className="devices">
          {page.members.map((member) => (
            <MemberLine key={member.id} member={member} timeZone={page.timeZone} />
          ))}
        </ul>
      </section>
      {page.invitations.length > 0 && <Invitations page={page} />}
      <Invite page={page} />
      {page.newTickets && (
        <Choice
          name="newTickets"
          intent="new-tickets"
          chosen={page.newTickets}
          options={newTicketsChoices.map((each) => [each, t(`people:newTickets.${each}`)])}
        />
      )}
      {page.guestsSee && (
        <Choice
          name="guestsSee"
          intent="guests-see"
          chosen={page.guestsSee}
          options={guestsSeeChoices.map((each) => [each, t(`people:guestsSee.${each}`)])}
        />
      )}
      <Choice
        name="secondFactor"
        intent="second-factor"
        chosen={page.secondFactor}
        options={secondFactorChoices.map((each) => [each, t(`people:secondFactor.${each}`)])}
      />
    </Section>
  )
}

/** One of two ways for the whole counter, in a section of its own. */
function Choice({
  name,
  intent,
  chosen,
  options,
}: {
  name: 'guestsSee' | 'newTickets' | 'secondFactor'
  intent: 'guests-see' | 'new-tickets' | 'second-factor'
  chosen: string
  options: [value: string, text: string][]
}) {
  const { t } = useTranslation()
  return (
    <section id={intent} aria-labelledby={`${intent}-heading`}>
      <h2 id={`${intent}-heading`}>{t(`people:${name}.heading`)}</h2>
      <DeskForm className="stack" place={intent}>
        <Field
          name={name}
          label={t(`people:${name}.label`)}
          hint={t(`people:${name}.hint`)}
          defaultValue={chosen}
          options={options}
        />
        <SubmitLine
          intent={`save-${intent}`}
          label={t(`people:${name}.save`)}
          aria-label={`${t(`people:${name}.save`)}: ${t(`people:${name}.heading`)}`}
        />
      </DeskForm>
    </section>
  )
}

function Invitations({ page: { invitations, invited, renewed, timeZone } }: { page: PeoplePage }) {
  const { t } = useTranslation()
  return (
    <section id="invitations" aria-labelledby="invitations-heading">
      <h2 id="invitations-heading">{t('people:invitations')}</h2>
      <ul className="devices">
        {invitations.map((each) => (
          <InvitationLine
            key={each.id}
            invitation={each}
            timeZone={timeZone}
            elsewhere={each.id === invited?.id}
            renewed={each.id === renewed}
          />
        ))}
      </ul>
    </section>
  )
}

function InvitationLine({
  invitation: { id, email, kind, expiresAt, over, failed, link, key },
  timeZone,
  elsewhere,
  renewed,
}: {
  invitation: ShownInvitation
  timeZone: string
  /** Whether its link stands at the form that made it. */
  elsewhere: boolean
  renewed: boolean
}) {
  const { t } = useTranslation()
  const day = formatDay(expiresAt, useLanguage(), timeZone)
  return (
    <li>
      <div>
        <strong className="address">
          <AddressText text={email} />
        </strong>{' '}
        <span className="tag">{t(`people:kinds.${kind}`)}</span>
        <p className="quiet">{t(over ? 'people:over' : 'people:until', { day })}</p>
        {failed && <p className="quiet">{t('people:failed')}</p>}
        {link && !over && !elsewhere && (
          <p className="quiet" role={renewed ? 'status' : undefined}>
            {t(renewed ? 'people:renewed' : 'people:byHand')} <InvitationLink link={link} />
          </p>
        )}
      </div>
      <DeskForm place="invitations">
        <input type="hidden" name="invitation" value={id} />
        <input type="hidden" name="key" value={key} />
        <p className="deeds">
          <Submit
            intent="invite-again"
            look="second"
            label={t(link ? 'people:renew' : 'people:again')}
            aria-label={t(link ? 'people:renewFor' : 'people:againTo', { email })}
          />{' '}
          <Submit
            intent="withdraw-invitation"
            look="second"
            label={t('people:withdraw')}
            aria-label={t('people:withdrawOf', { email })}
          />
        </p>
      </DeskForm>
    </li>
  )
}

function InvitationLink({ link }: { link: string }) {
  const { t } = useTranslation()
  return (
    <>
      <a href={link}>{t('people:link')}</a> <CopyButton text={link} what={t('people:link')} />
    </>
  )
}

function Invite({ page: { verified, byHand, key, invited } }: { page: PeoplePage }) {
  const { t } = useTranslation()
  const answer = useForm('invite')
  return (
    <section id="invite" aria-labelledby="invite-heading">
      <h2 id="invite-heading">{t('people:inviteHeading')}</h2>
      {invited?.link && (
        <p className="banner" role="status">
          <AddressText text={t('people:invited', { email: invited.email })} />{' '}
          <InvitationLink link={invited.link} />
        </p>
      )}
      {verified ? (
        // The next invitation begins with empty fields.
        <DeskForm className="stack" id={draftId} place="invite" key={answer ? 'refused' : key}>
          <p>{t(byHand ? 'people:inviteLeadByHand' : 'people:inviteLead')}</p>
          <input type="hidden" name="key" value={answer?.typed.key ?? key} />
          <Field
            name="email"
            type="email"
            label={t('people:email')}
            autoComplete="off"
            required
            answer={answer}
          />
          <Field
            name="kind"
            label={t('people:kind')}
            defaultValue="colleague"
            options={[...memberKinds]
              .reverse()
              .map((kind) => [kind, t(`people:kinds.${kind}`)] as const)}
            hint={t('people:kindHint')}
            answer={answer}
          />
          <SubmitLine intent="invite" label={t('people:invite')} />
        </DeskForm>
      ) : (
        <p>
          {t('people:unverified')} <ConfirmLink text={t('people:verify')} />
        </p>
      )}
    </section>
  )
}
