import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { Submit } from '~/components/forms/submit'
import { AddressText } from '~/components/site/address-text'
import { useSendsNoLetters } from '~/components/site/session'
import { sectionAddress } from '~/domain/desks/sections'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { DeletionPage } from './delete.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './delete.server'

export const handle = section('delete', { i18n: ['account', 'proof'] })

export default function Deletion() {
  const { t } = useTranslation()
  const page = useLoaderData() as DeletionPage
  return (
    <Section>
      <section id="delete" aria-labelledby="delete-heading">
        <h2 id="delete-heading">{t('account:deleteHeading')}</h2>
        {page.confirming ? (
          <DeletionForm page={page} />
        ) : (
          <>
            <p>{t('account:deleteText')}</p>
            <p>
              <AppLink className="button danger" to={deletionStep}>
                {t('account:deleteOpen')}
              </AppLink>
            </p>
          </>
        )}
      </section>
    </Section>
  )
}

function DeletionForm({ page }: { page: DeletionPage }) {
  const { t } = useTranslation()
  const sendsNoLetters = useSendsNoLetters()
  return (
    // Redirects to a page outside the app.
    <DeskForm className="stack" id="delete-account" reloadDocument>
      <p>{t('account:deleteLead')}</p>
      <ul className="gone">
        <li>
          <AddressText text={t('account:goneAccount', { email: page.email })} />
        </li>
        {page.going.map((desk, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <GoneDesk key={index} desk={desk} />
        ))}
      </ul>
      {page.staying.length > 0 && (
        <>
          <p>{t('account:staysLead')}</p>
          <ul className="gone">
            {page.staying.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={index}>{name || t('dashboard:desks.unnamed')}</li>
            ))}
          </ul>
        </>
      )}
      <input type="hidden" name="seen" value={page.seen} />
      {page.ordersGoOn && (
        <p>{t(sendsNoLetters ? 'account:ordersGoOnUnmailed' : 'account:ordersGoOn')}</p>
      )}
      <p>{t('account:deleteTraces')}</p>
      <p>
        {t('account:deleteExport')}{' '}
        <AppLink to={sectionAddress('export')}>{t('account:exportHeading')}</AppLink>
      </p>
      {page.deletionAsks === 'sign-in' ? (
        <SignInAgain />
      ) : (
        <>
          <ProofField asked={page.deletionAsks} name="deletionPassword" />
          <Field
            name="confirmation"
            label={t('account:deleteWord')}
            autoComplete="off"
            autoCapitalize="none"
            required
          />
          <div className="deeds">
            <Submit intent="delete" look="danger" label={t('account:deleteSubmit')} />{' '}
            <AppLink className="button second" to={sectionAddress('delete')}>
              {t('account:deleteCancel')}
            </AppLink>
          </div>
        </>
      )}
    </DeskForm>
  )
}

function GoneDesk({ desk }: { desk: DeletionPage['going'][number] }) {
  const { t } = useTranslation()
  const { name, tickets, colleagues, runsShop } = desk
  return (
    <>
      <li>{name ? t('account:goneNamedDesk', { name }) : t('account:goneDesk')}</li>
      {colleagues > 0 && <li>{t('account:goneColleagues', { count: colleagues })}</li>}
      <li>{t('account:goneTickets', { count: tickets })}</li>
      <li>{t('account:goneLinks')}</li>
      {runsShop && <li>{t('account:goneShop')}</li>}
    </>
  )
}

const deletionStep = `${sectionAddress('delete')}?step=confirm`
