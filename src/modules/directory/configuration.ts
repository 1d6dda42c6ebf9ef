import {
  changeableBy,
  listOf,
  SHOP_SETTINGS,
  type ConfigurationCheck,
  type DeclaredConfiguration,
} from '../../kernel/configuration.ts';

const currencyCheck: ConfigurationCheck = { accepts: isCurrency, expected: 'a currency code such as USD' };
const currenciesCheck: ConfigurationCheck = { accepts: listOf(isCurrency), expected: 'currency codes such as USD,EUR' };
const countryCheck: ConfigurationCheck = { accepts: isCountry, expected: 'a country code such as US' };
const countriesCheck: ConfigurationCheck = { accepts: listOf(isCountry), expected: 'country codes such as US,CA' };
const anyCountriesCheck: ConfigurationCheck = {
  accepts: (value) => value === '' || listOf(isCountry)(value),
  expected: 'country codes such as US,CA, or nothing',
};

export const directoryConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  'currency/import/enabled': '0',
  'currency/import/error_email': '',
  'currency/options/allow': { shipped: 'USD,EUR', installed: 'USD', takes: currenciesCheck },
  'currency/options/base': { shipped: 'USD', takes: currencyCheck },
  'currency/options/default': { shipped: 'USD', takes: currencyCheck },
  'general/country/allow': {
    shipped:
      'AF,AL,DZ,AS,AD,AO,AI,AQ,AG,AR,AM,AW,AU,AT,AX,AZ,BS,BH,BD,BB,BY,BE,BZ,BJ,BM,BL,BT,BO,BQ,BA,BW,BV,BR,IO,VG,BN,BG,BF,BI,KH,CM,CA,CD,CV,KY,CF,TD,CL,CN,CX,CW,CC,CO,KM,CG,CK,CR,HR,CU,CY,CZ,DK,DJ,DM,DO,EC,EG,SV,GQ,ER,EE,ET,FK,FO,FJ,FI,FR,GF,PF,TF,GA,GM,GE,DE,GG,GH,GI,GR,GL,GD,GP,GU,GT,GN,GW,GY,HT,HM,HN,HK,HU,IS,IM,IN,ID,IR,IQ,IE,IL,IT,CI,JE,JM,JP,JO,KZ,KE,KI,KW,KG,LA,LV,LB,LS,LR,LY,LI,LT,LU,ME,MF,MO,MK,MG,MW,MY,MV,ML,MT,MH,MQ,MR,MU,YT,FX,MX,FM,MD,MC,MN,MS,MA,MZ,MM,NA,NR,NP,NL,AN,NC,NZ,NI,NE,NG,NU,NF,KP,MP,NO,OM,PK,PW,PA,PG,PY,PE,PH,PN,PL,PS,PT,PR,QA,RE,RO,RS,RU,RW,SH,KN,LC,PM,VC,WS,SM,ST,SA,SN,SC,SL,SG,SK,SI,SB,SO,ZA,GS,KR,ES,LK,SD,SR,SJ,SZ,SE,CH,SX,SY,TL,TW,TJ,TZ,TH,TG,TK,TO,TT,TN,TR,TM,TC,TV,VI,UG,UA,AE,GB,US,UM,UY,UZ,VU,VA,VE,VN,WF,EH,XK,YE,ZM,ZW',
    takes: countriesCheck,
  },
  'general/country/default': { shipped: 'US', takes: countryCheck },
  'general/country/eu_countries': {
    shipped: 'AT,BE,BG,CY,CZ,DK,EE,FI,FR,DE,GR,HR,HU,IE,IT,LV,LT,LU,MT,NL,PL,PT,RO,SK,SI,ES,SE',
    takes: anyCountriesCheck,
  },
  'general/country/optional_zip_countries': { shipped: 'HK,IE,MO,PA,GB', takes: anyCountriesCheck },
  'general/region/display_all': { installed: '1' },
  'general/region/state_required': {
    installed:
      'AL,AR,AU,BE,BG,BO,BR,BY,CA,CH,CL,CN,CO,CR,CZ,DK,EC,EE,ES,GR,GY,HR,IN,IS,IT,LT,LV,MX,PE,PL,PT,PY,RO,SE,SR,UA,US,UY,VE',
    takes: anyCountriesCheck,
  },
});

function isCurrency(value: string): boolean {
  return Intl.supportedValuesOf('currency').includes(value);
}

function isCountry(value: string): boolean {
  return /^[A-Z]{2}$/.test(value);
}
