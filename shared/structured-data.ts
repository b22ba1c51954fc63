import type { Graph, Thing } from 'schema-dts';
import type { PageConfig } from './page-config.ts';
import type { Page, ThingType } from './pages.ts';
import { site } from './site.ts';

/**
 * Returns the structured data of a page as one JSON-LD graph. Returns null for a page without structured data. All facts
 * come from `site.ts`. The graph describes each thing once; another thing refers to it by its id.
 */
export function structuredData(
  page: Page,
  { origin, contactEmail }: Pick<PageConfig, 'origin' | 'contactEmail'>,
): Graph | null {
  if (page.structuredData.length === 0) return null;
  const home = `${origin}/`;
  const here = `${origin}${page.path ?? '/'}`;
  const organization = { '@id': `${origin}/#organization` };
  const things: Record<ThingType, Thing> = {
    Organization: {
      '@type': 'Organization',
      ...organization,
      name: site.name,
      url: home,
      foundingDate: String(site.foundedYear),
      numberOfEmployees: {
        '@type': 'QuantitativeValue',
        minValue: site.employees.min,
        maxValue: site.employees.max,
      },
      areaServed: site.areaServed,
      contactPoint: { '@type': 'ContactPoint', email: contactEmail },
    },
    WebSite: {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name: site.name,
      url: home,
      inLanguage: site.language,
      publisher: organization,
    },
    SoftwareApplication: {
      '@type': 'SoftwareApplication',
      '@id': `${origin}/#software`,
      name: site.name,
      description: page.description,
      url: home,
      publisher: organization,
      offers: {
        '@type': 'Offer',
        price: site.offer.price,
        priceCurrency: site.offer.currency,
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: site.offer.price,
          priceCurrency: site.offer.currency,
          billingDuration: `P${site.offer.billingMonths}M`,
        },
      },
    },
    BreadcrumbList: {
      '@type': 'BreadcrumbList',
      '@id': `${here}#breadcrumb`,
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: site.name, item: home },
        { '@type': 'ListItem', position: 2, name: page.image.lines.join(' '), item: here },
      ],
    },
  };
  return {
    '@context': 'https://schema.org',
    '@graph': page.structuredData.map((type) => things[type]),
  };
}
