import { useLoaderData } from '@remix-run/react'
import { Next } from '~/components/desks/next'
import { Seen } from '~/components/forms/as-shown'
import { DeskForm } from '~/components/forms/desk-form'
import { ErrorText, Field } from '~/components/forms/field'
import { useGive } from '~/components/forms/given'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { stepHeading } from '~/components/site/arrival'
import { draftId } from '~/components/site/page'
import { useSendsNoLetters } from '~/components/site/session'
import type { FormAnswer } from '~/domain/forms/forms'
import { standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName, type NamedCountry } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Part, partHandle } from '../($lang).dashboard.shelf/part'
import { Tick } from '../($lang).dashboard.shelf/tick'
import { typedMoney } from '../($lang).dashboard.shelf/typed-money'
import type { ShippingPage } from './shipping.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './shipping.server'

export const handle = partHandle('shipping', { i18n: ['shelf'] })

export default function ShippingRoute() {
  return (
    <Part>
      <Shipping page={useLoaderData() as ShippingPage} />
    </Part>
  )
}

/** A rate for some countries each, and an empty one to add; then picking up. */
function Shipping({ page }: { page: ShippingPage }) {
  const { t } = useTranslation()
  const answer = useForm('save-shipping', 'opening-hours')
  const filled = answer?.intent === 'opening-hours'
  const { seen, rates, countries, most, next } = page
  const rows = [...rates, undefined].slice(0, most)
  return (
    // Its fields take what was filled in.
    <DeskForm id={draftId} key={`${seen} ${filled}`}>
      <Seen value={seen} answer={answer} />
      <div className="stack">
        <div>
          <h1>{t('shelf:shipping')}</h1>
          <p className="quiet">{t('shelf:shippingLead')}</p>
        </div>
        <Next next={next} />
        {rows.map((rate, index) => (
          <Rate
            // biome-ignore lint/suspicious/noArrayIndexKey: a rate has no identity but its place
            key={index}
            index={index}
            rate={rate}
            countries={countries}
            answer={answer}
          />
        ))}
        <Pickup page={page} answer={answer} />
      </div>
      <div className="deeds save-bar">
        <Submit intent="save-shipping" look={next && 'second'} label={t('shelf:shippingSave')} />
      </div>
    </DeskForm>
  )
}

interface PickupProps {
  page: ShippingPage
  answer?: FormAnswer
}

function Pickup({ page: { place, when, payOnPickup, opens }, answer }: PickupProps) {
  const { t } = useTranslation()
  const sendsNoLetters = useSendsNoLetters()
  const shown = useLanguage()
  return (
    <fieldset className="stack" id="pickup">
      <legend>{t('shelf:pickup')}</legend>
      <Tick name="pickup" ticked={when !== undefined} answer={answer}>
        {t('shelf:pickupOffer', { place })}
      </Tick>
      <p className="quiet">
        <LocalizedLink to="/dashboard/company?details" target="_blank">
          {t('shelf:pickupPlace')}
        </LocalizedLink>
      </p>
      {useLanguages().map((language) => (
        <Field
          key={language}
          name={fieldIn('when', language)}
          label={t('shelf:pickupWhen', { language: languageName(language, shown) })}
          lang={language}
          multiline
          rows={2}
          autoComplete="off"
          defaultValue={when?.[language]}
          placeholder={when && standIn(when, language)}
        />
      ))}
      {answer?.intent === 'opening-hours' && (
        <p className="banner" {...stepHeading}>
          {t('shelf:pickupFilled')}
        </p>
      )}
      {opens && <Submit intent="opening-hours" look="second" label={t('shelf:pickupHours')} />}
      <p className="quiet">{t('shelf:pickupHint')}</p>
      {opens && <p className="quiet">{t('shelf:pickupDays')}</p>}
      <Tick name="payOnPickup" ticked={payOnPickup} answer={answer}>
        {t('shelf:payOnPickup')}
      </Tick>
      <p className="quiet">
        {t(sendsNoLetters ? 'shelf:payOnPickupUnmailed' : 'shelf:payOnPickupHint')}
      </p>
    </fieldset>
  )
}

interface RateProps {
  index: number
  rate?: ShippingPage['rates'][number]
  countries: NamedCountry[]
  answer?: FormAnswer
}

function Rate({ index, rate, countries, answer }: RateProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const error = answer?.errors[`to${index}`]
  const ticked = (country: string) =>
    answer ? `to${index}-${country}` in answer.typed : rate?.countries.includes(country)
  const give = useGive()
  for (const country of rate?.countries ?? []) give(`to${index}-${country}`, 'on')
  const chosen = countries.filter(({ country }) => ticked(country)).map(({ name }) => name)
  return (
    <fieldset className="stack" id={`to${index}`}>
      <legend>{rate ? t('shelf:rate', { number: index + 1 }) : t('shelf:rateNew')}</legend>
      <details open={error !== undefined || undefined}>
        <summary>
          {chosen.length > 0
            ? t('shelf:rateTo', { countries: chosen.join(', ') })
            : t('shelf:rateCountries')}
        </summary>
        <div className="countries">
          {countries.map(({ country, name }) => (
            <label className="tick" key={country}>
              <input
                type="checkbox"
                name={`to${index}-${country}`}
                defaultChecked={ticked(country)}
                aria-describedby={error && `to${index}-error`}
              />{' '}
              <span>{name}</span>
            </label>
          ))}
        </div>
        <ErrorText id={`to${index}-error`} error={error} />
      </details>
      <div className="pair">
        <Field
          name={`price${index}`}
          label={t('shelf:ratePrice')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={rate && typedMoney(rate.price, language)}
        />
        <Field
          name={`free${index}`}
          label={t('shelf:rateFree')}
          hint={t('shelf:rateFreeHint')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={
            rate?.freeFrom === undefined ? undefined : typedMoney(rate.freeFrom, language)
          }
        />
      </div>
    </fieldset>
  )
}
