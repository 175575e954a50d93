import type { ReactNode } from 'react'
import { ErrorText, Field, type Option } from '~/components/forms/field'
import type { FormAnswer } from '~/domain/forms/forms'
import { type Product, productDeliveries } from '~/domain/shop/catalogue'
import type { Cents } from '~/domain/shop/money'
import { longestText, productTexts, units } from '~/domain/shop/product-texts'
import { type Language, languages, spoken, standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { formatRate } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import type { ShelfPage } from './loader.server'

interface Props {
  page: ShelfPage
  product: Product
  answer?: FormAnswer
}

export function Texts({ product }: Pick<Props, 'product'>) {
  const { t } = useTranslation()
  const shown = useLanguage()
  return (
    <fieldset className="stack">
      <legend>{t('shelf:words')}</legend>
      <p className="quiet">{t('shelf:wordsHint')}</p>
      {productTexts.map((name) => (
        <div className="pair" key={name}>
          {languages.map((language) => {
            const field = {
              name: fieldIn(name, language),
              label: `${t(`shelf:texts.${name}`)} · ${languageName(language, shown)}`,
              lang: language,
              maxLength: longestText[name],
              defaultValue: product[name][language],
              placeholder: standIn(product[name], language),
            }
            return name === 'description' ? (
              <Field key={language} multiline rows={4} {...field} />
            ) : (
              <Field key={language} {...field} />
            )
          })}
        </div>
      ))}
    </fieldset>
  )
}

/** German rates; another one from an imported file can still be chosen. */
const vatRates = [19, 7, 0]

export function Figures({ page, product }: Omit<Props, 'answer'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { smallBusiness, chosen } = page
  const rates = vatRates.includes(product.vatRate) ? vatRates : [product.vatRate, ...vatRates]
  const { unitPrice, vatRate, price } = product
  const left = chosen?.left
  return (
    <fieldset className="stack">
      <legend>{t('shelf:figures')}</legend>
      <div className="pair">
        <Field
          name="price"
          label={t('shelf:price')}
          hint={t(smallBusiness ? 'shelf:priceSmall' : 'shelf:priceHint')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={price > 0 ? typedMoney(price, language) : ''}
        />
        {!smallBusiness && (
          <Field
            name="vatRate"
            label={t('shelf:vatRate')}
            defaultValue={String(vatRate)}
            options={rates.map((rate) => [String(rate), formatRate(rate, language)])}
          />
        )}
      </div>
      <div className="pair">
        <Field
          name="unitAmount"
          label={t('shelf:unitAmount')}
          hint={t('shelf:unitHint')}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={unitPrice && typedMoney(unitPrice.amount, language)}
        />
        <Field
          name="unit"
          label={t('shelf:unit')}
          defaultValue={unitPrice?.unit ?? ''}
          options={[
            ['', t('shelf:noUnit')],
            ...units.map((unit): Option => [unit, t(`shelf:units.${unit}`)]),
          ]}
        />
      </div>
      <div className="pair">
        <Field
          name="stock"
          label={t('shelf:stock')}
          hint={t('shelf:stockHint')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={left}
        />
      </div>
      {left !== undefined && <input type="hidden" name="stockShown" value={left} />}
    </fieldset>
  )
}

export function Sale({ page, product, answer }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const categories = Object.entries(page.categories)
  return (
    <fieldset className="stack">
      <legend>{t('shelf:sale')}</legend>
      <div className="pair">
        <Field
          name="category"
          label={t('shelf:category')}
          defaultValue={product.category}
          options={categories.map(([id, title]) => [id, title[language]])}
        />
        <Field
          name="kind"
          label={t('shelf:kind')}
          defaultValue={product.kind}
          options={[
            ['good', t('shelf:kinds.good')],
            ['service', t('shelf:kinds.service')],
          ]}
        />
      </div>
      <Field
        name="delivery"
        label={t('shelf:delivery')}
        hint={t('shelf:deliveryHint')}
        defaultValue={product.delivery}
        options={productDeliveries.map((each): Option => [each, t(`shelf:deliveries.${each}`)])}
      />
      <Tick name="digital" ticked={product.digital} answer={answer}>
        {t('shelf:digital')}
      </Tick>
      <Tick name="featured" ticked={product.featured} answer={answer}>
        {t('shelf:featured')}
      </Tick>
      <Tick name="hidden" ticked={product.hidden} answer={answer}>
        {t('shelf:hidden')}
      </Tick>
    </fieldset>
  )
}

interface TickProps {
  name: string
  ticked: boolean
  answer?: FormAnswer
  children: ReactNode
}

export function Tick({ name, ticked, answer, children }: TickProps) {
  const error = answer?.errors[name]
  return (
    <div>
      <label className="tick">
        <input
          type="checkbox"
          name={name}
          defaultChecked={answer ? answer.typed[name] === 'on' : ticked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${name}-error`}
        />{' '}
        <span>{children}</span>
      </label>
      <ErrorText id={`${name}-error`} error={error} />
    </div>
  )
}

/** As it is typed: 12.50, and 12,50 in German. */
export function typedMoney(amount: Cents, language: Language): string {
  return (amount / 100).toLocaleString(spoken[language].locale, {
    minimumFractionDigits: 2,
    useGrouping: false,
  })
}
