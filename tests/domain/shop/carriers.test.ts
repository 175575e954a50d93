import { describe, expect, test } from 'vitest'
import { carrierNames, readShipment, trackingLink } from '~/domain/shop/carriers'

describe('A parcel’s carrier and number', () => {
  test.each([
    ['DHL', 'dhl'],
    ['DHL', 'DHL Paket'],
    ['DPD', 'DPD'],
    ['GLS', 'gls'],
    ['Hermes', 'Hermes'],
    ['UPS', 'ups'],
    ['Österreichische Post', 'Osterreichische Post'],
    ['Österreichische Post', 'Post AT'],
    ['Swiss Post', 'Die Schweizerische Post'],
  ])('are known as %s by %j, and make its link in both languages', (carrier, typed) => {
    const shipment = readShipment(typed, ' 0034 0434-1610.94 ')
    expect(shipment).toEqual({ carrier, trackingNumber: '00340434161094' })
    for (const language of ['en', 'de'] as const) {
      const link = trackingLink({ carrier, trackingNumber: '00340434161094' }, language) ?? ''
      expect(new URL(link).protocol).toBe('https:')
      expect(link).toContain('00340434161094')
    }
  })

  test.each([
    ['Bote', '', { carrier: 'Bote' }],
    ['', '', {}],
    [
      '',
      'https://www.dhl.de/x?idc=1',
      { carrier: 'DHL', trackingUrl: 'https://www.dhl.de/x?idc=1' },
    ],
    [
      '',
      'www.post.at/s?snr=1',
      { carrier: 'Österreichische Post', trackingUrl: 'https://www.post.at/s?snr=1' },
    ],
    ['Bote', 'http://bote.example/1', { carrier: 'Bote', trackingUrl: 'http://bote.example/1' }],
    ['', 'notdhl.de/1', { trackingUrl: 'https://notdhl.de/1' }],
    ['Bote', '123456789', { problem: 'carrier' }],
    ['', '123456789', { problem: 'carrier' }],
    ['DHL', 'JJD 0099 9021', { carrier: 'DHL', trackingNumber: 'JJD00999021' }],
    ['Swiss Post', 'RR 123 456 785 CH', { carrier: 'Swiss Post', trackingNumber: 'RR123456785CH' }],
    ['', '1Z 999 AA1 01 2345 6784', { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }],
    ['', '00340434161094022115', { carrier: 'DHL', trackingNumber: '00340434161094022115' }],
    ['', 'rr123456785at', { carrier: 'Österreichische Post', trackingNumber: 'RR123456785AT' }],
    ['', 'RR123456785CH', { carrier: 'Swiss Post', trackingNumber: 'RR123456785CH' }],
    ['Bote', 'RR123456785CH', { problem: 'carrier' }],
    ['00340434161094', '', { problem: 'name' }],
    ['https://dhl.de/1', '', { problem: 'name' }],
    ['DHL', '12345', { problem: 'number' }],
    ['DHL', '12<34>56', { problem: 'number' }],
    ['DHL', '1'.repeat(41), { problem: 'number' }],
    ['DHL', 'DHL 00340434161094', { problem: 'number' }],
    ['DPD', 'Paketnummer 01234567890', { problem: 'number' }],
    ['DHL', 'Nr.: 00340434161094', { problem: 'number' }],
    ['DHL', 'javascript:alert(1)', { problem: 'number' }],
    ['DHL', 'javascript://alert(1)', { problem: 'address' }],
    ['DHL', 'ftp://dhl.de/1', { problem: 'address' }],
    ['DHL', 'https://', { problem: 'address' }],
    ['DHL', 'https://dhl.de@parcel.example/1', { problem: 'address' }],
    ['', 'https://user:pw@parcel.example/', { problem: 'address' }],
    ['DHL', `https://dhl.de/${'x'.repeat(500)}`, { problem: 'address' }],
  ])('of %j and %j are %o', (carrier, tracking, shipment) =>
    expect(readShipment(carrier, tracking)).toEqual(shipment),
  )

  test('lead to the same address as in an older order', () => {
    const trackingUrl = 'https://parcel.example/1'
    expect(trackingLink({ carrier: 'DHL', trackingUrl }, 'de')).toBe(trackingUrl)
    expect(trackingLink({ carrier: 'DHL' }, 'de')).toBeUndefined()
    expect(trackingLink({}, 'de')).toBeUndefined()
    expect(carrierNames).toHaveLength(7)
  })
})
