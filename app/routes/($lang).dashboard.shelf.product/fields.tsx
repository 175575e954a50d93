import { AsShown } from '~/components/forms/as-shown'
import { Field, type Option } from '~/components/forms/field'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Product } from '~/domain/shop/catalogue'
import {
  aboutTexts,
  longestText,
  type ProductText,
  productTexts,
  units,
} from '~/domain/shop/product-texts'
import { type Language, standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { formatRate } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import { Tick } from '../($lang).dashboard.shelf/tick'
import { typedMoney } from '../($lang).dashboard.shelf/typed-money'
import type { ProductPage } from './loader.server'

export interface FieldsProps {
  page: ProductPage
  product: Product
  answer?: FormAnswer
}

/** Languages that nobody has written in fold away. */
export function About({ product, answer }: Omit<FieldsProps, 'page'>) {
  const { t } = useTranslation()
  const shown = useLanguage()
  const { others } = useLanguagesOf(product, answer)
  return (
    <fieldset className="stack">
      <legend>{t('shelf:about')}</legend>
      {aboutTexts.map((name) => (
        <TextPair key={name} name={name} product={product} answer={answer} />
      ))}
      {others.map((language) => (
        <details key={language}>
          <summary>{t('shelf:alsoIn', { language: languageName(language, shown) })}</summary>
          <div className="stack">
            <p className="quiet">{t('shelf:wordsHint')}</p>
            {productTexts.map((name) => (
              <TextField key={name} name={name} product={product} language={language} />
            ))}
          </div>
        </details>
      ))}
    </fieldset>
  )
}

/** A text in the languages in use, which are the page's first and those with words. */
export function TextPair({
  name,
  product,
  answer,
}: { name: ProductText } & Omit<FieldsProps, 'page'>) {
  return (
    <div className="pair">
      {useLanguagesOf(product, answer).used.map((language) => (
        <TextField key={language} name={name} product={product} language={language} />
      ))}
    </div>
  )
}

function useLanguagesOf(product: Product, answer?: FormAnswer) {
  const shown = useLanguage()
  const isUsed = (language: Language) =>
    language === shown ||
    productTexts.some((name) =>
      answer ? answer.typed[fieldIn(name, language)] : product[name][language],
    )
  const all = useLanguages()
  return { used: all.filter(isUsed), others: all.filter((language) => !isUsed(language)) }
}

/** Of texts that are longer than a line. */
const rowsOf: Partial<Record<ProductText, number>> = { summary: 2, description: 4 }

/** Names its language where that is not the page's. */
function TextField({
  name,
  product,
  language,
}: { name: ProductText; language: Language } & Pick<FieldsProps, 'product'>) {
  const { t } = useTranslation()
  const shown = useLanguage()
  const label = t(`shelf:texts.${name}`)
  const field = {
    name: fieldIn(name, language),
    label: language === shown ? label : `${label} · ${languageName(language, shown)}`,
    lang: language,
    defaultValue: product[name][language],
    placeholder: standIn(product[name], language),
  }
  const rows = rowsOf[name]
  return rows ? (
    <Field multiline rows={rows} {...field} />
  ) : (
    <Field maxLength={longestText[name]} {...field} />
  )
}

/** German rates; another one from an imported file can still be chosen. */
const vatRates = [19, 7, 0]

export function Figures({ page, product, answer }: FieldsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { smallBusiness } = page
  const rates = vatRates.includes(product.vatRate) ? vatRates : [product.vatRate, ...vatRates]
  const { unitPrice, vatRate, price } = product
  const left = page.chosen?.left
  const measured = answer ? answer.typed.unitAmount || answer.typed.unit : unitPrice
  return (
    <fieldset className="stack">
      <legend>{t('shelf:figures')}</legend>
      <div className="pair figures">
        <Field
          name="price"
          label={t('shelf:price')}
          hint={t(smallBusiness ? 'shelf:priceSmall' : 'shelf:priceHint')}
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={price > 0 ? typedMoney(price, language) : ''}
        />
        <Field
          name="stock"
          label={t('shelf:stock')}
          hint={t('shelf:stockHint')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={left}
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
      {left !== undefined && <AsShown name="stockShown" value={left} answer={answer} />}
      <details open={measured ? true : undefined}>
        <summary>{t('shelf:byMeasure')}</summary>
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
      </details>
    </fieldset>
  )
}

/** Where the product shows. */
export function InShop({ page, product, answer }: FieldsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const categories = Object.entries(page.categories)
  const category = product.category || (categories.length === 1 && categories[0]?.[0]) || ''
  return (
    <fieldset className="stack">
      <legend>{t('shelf:sale')}</legend>
      <div className="pair">
        <div className="stack">
          {categories.length > 0 && (
            <Field
              name="category"
              label={t('shelf:category')}
              hint={category ? undefined : t('shelf:categoryNeeded')}
              required
              defaultValue={category}
              options={[
                // Of several, a new product has none until one is chosen.
                ...(category ? [] : [['', t('shelf:categoryChoose')] as const]),
                ...categories.map(([id, title]): Option => [id, title[language]]),
              ]}
            />
          )}
          {categories.length > 0 ? (
            <details open={answer?.typed.newCategory ? true : undefined}>
              <summary>{t('shelf:categoryAnother')}</summary>
              <NewCategory label={t('shelf:categoryNew')} />
            </details>
          ) : (
            <NewCategory label={t('shelf:category')} usual={t('shelf:heading')} />
          )}
        </div>
        <div>
          <Tick name="featured" ticked={product.featured} answer={answer}>
            {t('shelf:featured')}
          </Tick>
          <Tick name="hidden" ticked={product.hidden} answer={answer}>
            {t('shelf:hidden')}
          </Tick>
        </div>
      </div>
    </fieldset>
  )
}

/** `usual`: what the first category of a shop is called unless its owner says otherwise. */
function NewCategory({ label, usual = '' }: { label: string; usual?: string }) {
  const { t } = useTranslation()
  return (
    <Field
      name="newCategory"
      label={label}
      hint={t('shelf:categoryHint')}
      maxLength={longestText.title}
      defaultValue={usual}
    />
  )
}
