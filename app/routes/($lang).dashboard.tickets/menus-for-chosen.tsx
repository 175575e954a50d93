import { Fragment } from 'react'
import { firstTime } from '~/domain/tickets/snooze-times'
import { useTranslation } from '~/i18n/translation'
import type { TicketsPage } from './loader.server'
import type { TicketsAnswer } from './ticket/answer'
import { Menu } from './ticket/menu'
import { Choices, prioritiesOf, Several } from './ticket/menus'
import { SnoozeMoment } from './ticket/snooze-moment'
import { SnoozeText } from './ticket/snooze-text'
import { TagChoices } from './ticket/tags-menu'

interface Props {
  form: string
  page: TicketsPage
  answer?: TicketsAnswer
}

/** What is chosen for ticked tickets, each in a menu. */
export function MenusForChosen({ form, page, answer }: Props) {
  const { t } = useTranslation()
  const { assignees, snoozes } = page
  return (
    <>
      <Menu
        name={t('tickets:bulk.snooze')}
        shown={<Several>{t('tickets:snooze.heading')}</Several>}
        open={Boolean(answer?.errors.bulkDate)}
      >
        {snoozes.map((choice) => (
          <Fragment key={choice.preset}>
            <button
              className="plain-button"
              form={form}
              name="intent"
              value={`bulk-${choice.preset}`}
            >
              <SnoozeText choice={choice} now={page.now} timeZone={page.timeZone} />
              <span className="visually-hidden">: {t('tickets:bulk.selected')}</span>
            </button>{' '}
          </Fragment>
        ))}
        <div className="presets">
          <SnoozeMoment
            form={form}
            day="bulkDate"
            time="bulkTime"
            intent="bulk-snooze"
            first={firstTime(snoozes, page.timeZone)}
            answer={answer}
          />
        </div>
      </Menu>{' '}
      {assignees && (
        <Menu name={t('tickets:bulk.assign')} shown={<Several>{t('tickets:bulk.assign')}</Several>}>
          <Choices
            form={form}
            name="bulkAssignee"
            options={assignees.map(([uid, name]) => [uid, <Several key={uid}>{name}</Several>])}
          />
        </Menu>
      )}{' '}
      <Menu name={t('tickets:priority')} shown={<Several>{t('tickets:priority')}</Several>}>
        <Choices
          form={form}
          name="intent"
          options={prioritiesOf(t).map(([priority, text]) => [
            `bulk-priority-${priority}`,
            <Several key={priority}>{text}</Several>,
          ])}
        />
      </Menu>{' '}
      <TagsForChosen form={form} page={page} answer={answer} />
    </>
  )
}

function TagsForChosen({ form, page: { tags }, answer }: Props) {
  const { t } = useTranslation()
  return (
    <Menu
      name={t('tickets:bulk.tag')}
      shown={<Several>{t('tickets:tags')}</Several>}
      open={Boolean(answer?.errors.bulkTags)}
    >
      <TagChoices
        name="bulkTags"
        press="bulkTag"
        form={form}
        label={t('tickets:bulk.tag')}
        tags={tags}
        worded={(tag) => <Several>{tag}</Several>}
        answer={answer}
      >
        <button className="button second" form={form} name="intent" value="bulk-tag">
          <Several>{t('tickets:bulk.tagSave')}</Several>
        </button>
      </TagChoices>
    </Menu>
  )
}
