import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { checkedText, filled, listOfTexts, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const countryCode = checkedText('a country code such as US', isCountry);
export const countryList = listOfTexts(isCountry, 'country codes such as US,CA');

export const defaultCountry = setting(
  'general/country/default',
  countryCode,
  'US',
  'Country that holds where an address names none',
  shopSetting,
);
export const allowedCountries = setting(
  'general/country/allow',
  filled(countryList),
  'AF,AL,DZ,AS,AD,AO,AI,AQ,AG,AR,AM,AW,AU,AT,AX,AZ,BS,BH,BD,BB,BY,BE,BZ,BJ,BM,BL,BT,BO,BQ,BA,BW,BV,BR,IO,VG,BN,BG,BF,BI,KH,CM,CA,CD,CV,KY,CF,TD,CL,CN,CX,CW,CC,CO,KM,CG,CK,CR,HR,CU,CY,CZ,DK,DJ,DM,DO,EC,EG,SV,GQ,ER,EE,ET,FK,FO,FJ,FI,FR,GF,PF,TF,GA,GM,GE,DE,GG,GH,GI,GR,GL,GD,GP,GU,GT,GN,GW,GY,HT,HM,HN,HK,HU,IS,IM,IN,ID,IR,IQ,IE,IL,IT,CI,JE,JM,JP,JO,KZ,KE,KI,KW,KG,LA,LV,LB,LS,LR,LY,LI,LT,LU,ME,MF,MO,MK,MG,MW,MY,MV,ML,MT,MH,MQ,MR,MU,YT,FX,MX,FM,MD,MC,MN,MS,MA,MZ,MM,NA,NR,NP,NL,AN,NC,NZ,NI,NE,NG,NU,NF,KP,MP,NO,OM,PK,PW,PA,PG,PY,PE,PH,PN,PL,PS,PT,PR,QA,RE,RO,RS,RU,RW,SH,KN,LC,PM,VC,WS,SM,ST,SA,SN,SC,SL,SG,SK,SI,SB,SO,ZA,GS,KR,ES,LK,SD,SR,SJ,SZ,SE,CH,SX,SY,TL,TW,TJ,TZ,TH,TG,TK,TO,TT,TN,TR,TM,TC,TV,VI,UG,UA,AE,GB,US,UM,UY,UZ,VU,VA,VE,VN,WF,EH,XK,YE,ZM,ZW'.split(
    ',',
  ),
  'Countries that the shop sells to',
  shopSetting,
);
export const euCountries = setting(
  'general/country/eu_countries',
  countryList,
  'AT,BE,BG,CY,CZ,DK,EE,FI,FR,DE,GR,HR,HU,IE,IT,LV,LT,LU,MT,NL,PL,PT,RO,SK,SI,ES,SE'.split(','),
  'Countries of the European Union, for VAT numbers',
  shopSetting,
);
export const optionalPostcodeCountries = setting(
  'general/country/optional_zip_countries',
  countryList,
  ['HK', 'IE', 'MO', 'PA', 'GB'],
  'Countries whose addresses need no postcode',
  shopSetting,
);
export const showsOptionalRegions = setting(
  'general/region/display_all',
  yesOrNo,
  undefined,
  'Whether forms show the region where none is required',
  { ...shopSetting, installed: '1' },
);
export const regionCountries = setting(
  'general/region/state_required',
  countryList,
  undefined,
  'Countries whose addresses need a region',
  {
    ...shopSetting,
    installed:
      'AL,AR,AU,BE,BG,BO,BR,BY,CA,CH,CL,CN,CO,CR,CZ,DK,EC,EE,ES,GR,GY,HR,IN,IS,IT,LT,LV,MX,PE,PL,PT,PY,RO,SE,SR,UA,US,UY,VE',
  },
);

/** Configuration of countries and currency rates, by path. */
export const directoryConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, { 'currency/import/enabled': '0', 'currency/import/error_email': '' }),
  ...settings([
    defaultCountry,
    allowedCountries,
    euCountries,
    optionalPostcodeCountries,
    showsOptionalRegions,
    regionCountries,
  ]),
};

function isCountry(stored: string): boolean {
  return /^[A-Z]{2}$/.test(stored);
}
