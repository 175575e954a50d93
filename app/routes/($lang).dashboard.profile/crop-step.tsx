import { useState } from 'react'
import { useTranslation } from '~/i18n/translation'

/** Three sliders; without scripts the square is centred. */
export function CropStep({ source, unreadable }: { source: string; unreadable: () => void }) {
  const { t } = useTranslation()
  const [{ width, height }, setSize] = useState({ width: 1, height: 1 })
  const [x, setX] = useState(50)
  const [y, setY] = useState(50)
  const [zoom, setZoom] = useState(100)
  const side = (Math.min(width, height) * 100) / zoom
  const place = `${x}% ${y}%`
  return (
    <div className="crop">
      <div className="crop-view">
        <img
          src={source}
          alt={t('profile:photoPreview')}
          style={{ objectPosition: place, transformOrigin: place, scale: zoom / 100 }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
          onError={unreadable}
        />
      </div>
      <div className="stack">
        <Slider
          name="zoom"
          label={t('profile:photoZoom')}
          from={100}
          to={400}
          value={zoom}
          change={setZoom}
        />
        <Slider
          name="x"
          label={t('profile:photoAcross')}
          value={x}
          change={setX}
          idle={width <= side}
        />
        <Slider
          name="y"
          label={t('profile:photoDown')}
          value={y}
          change={setY}
          idle={height <= side}
        />
      </div>
    </div>
  )
}

function Slider({
  name,
  label,
  from = 0,
  to = 100,
  value,
  change,
  idle,
}: {
  name: string
  label: string
  from?: number
  to?: number
  value: number
  change: (value: number) => void
  idle?: boolean
}) {
  return (
    <label className="field">
      {label}
      <input
        type="range"
        name={name}
        min={from}
        max={to}
        value={value}
        disabled={idle}
        onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
      />
    </label>
  )
}
