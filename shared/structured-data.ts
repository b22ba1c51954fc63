import type {
  BreadcrumbList,
  Graph,
  IdReference,
  Organization,
  SoftwareApplication,
  Thing,
  WebSite,
} from 'schema-dts';
import { canonicalUrl } from './addresses.ts';
import type { PageConfig } from './page-config.ts';
import type { Page, StructuredDataType } from './pages.ts';
import { site } from './site.ts';

type Config = Pick<PageConfig, 'origin' | 'contactEmail'>;

/** Each thing is described once and named by its id wherever another thing speaks of it. */
const ids = (origin: string) => ({
  organization: `${origin}/#organization`,
  website: `${origin}/#website`,
  software: `${origin}/#software`,
});

const reference = (id: string): IdReference => ({ '@id': id });

const organization = ({ origin, contactEmail }: Config): Organization => ({
  '@type': 'Organization',
  '@id': ids(origin).organization,
  name: site.name,
  url: canonicalUrl(origin, '/'),
  foundingDate: String(site.foundedYear),
  numberOfEmployees: {
    '@type': 'QuantitativeValue',
    minValue: site.employees.min,
    maxValue: site.employees.max,
  },
  areaServed: site.areaServed,
  contactPoint: { '@type': 'ContactPoint', email: contactEmail },
});

const website = ({ origin }: Config): WebSite => ({
  '@type': 'WebSite',
  '@id': ids(origin).website,
  name: site.name,
  url: canonicalUrl(origin, '/'),
  inLanguage: site.language,
  publisher: reference(ids(origin).organization),
});

const softwareApplication = ({ origin }: Config, page: Page): SoftwareApplication => ({
  '@type': 'SoftwareApplication',
  '@id': ids(origin).software,
  name: site.name,
  description: page.description,
  url: canonicalUrl(origin, '/'),
  publisher: reference(ids(origin).organization),
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
});

const breadcrumbList = ({ origin }: Config, page: Page): BreadcrumbList => {
  const url = canonicalUrl(origin, page.path ?? '/');
  return {
    '@type': 'BreadcrumbList',
    '@id': `${url}#breadcrumb`,
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: site.name, item: canonicalUrl(origin, '/') },
      { '@type': 'ListItem', position: 2, name: page.image.lines.join(' '), item: url },
    ],
  };
};

const describe: Record<StructuredDataType, (config: Config, page: Page) => Thing> = {
  Organization: organization,
  WebSite: website,
  SoftwareApplication: softwareApplication,
  BreadcrumbList: breadcrumbList,
};

/**
 * What a page tells search engines about us, as one JSON-LD graph; null where it tells nothing.
 * It says what the site file says and no more.
 */
export function structuredData(page: Page, config: Config): Graph | null {
  if (page.structuredData.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@graph': page.structuredData.map((type) => describe[type](config, page)),
  };
}
