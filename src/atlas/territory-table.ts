/**
 * The territories of ISO 3166-1 and Kosovo, one per line: alpha-2, alpha-3, numeric (`-` = none),
 * the M49 code of the smallest region it is in (`-` = none; see regions.ts), the short English
 * name, and after each `<` a former name. The slug is made from the name. When a name changes, keep
 * the old one as a former name, so that published URLs keep working
 * (`test/atlas/published-slugs.txt` checks it).
 *
 * The names of the two Congos are chosen so that they cannot be confused. Kosovo has no ISO code:
 * XK and XKX are user-assigned codes that the European Commission, the IMF and the World Bank use.
 */
export const TERRITORY_TABLE = `
AD AND 020 039 Andorra
AE ARE 784 145 United Arab Emirates
AF AFG 004 034 Afghanistan
AG ATG 028 029 Antigua and Barbuda
AI AIA 660 029 Anguilla
AL ALB 008 039 Albania
AM ARM 051 145 Armenia
AO AGO 024 017 Angola
AQ ATA 010 - Antarctica
AR ARG 032 005 Argentina
AS ASM 016 061 American Samoa
AT AUT 040 155 Austria
AU AUS 036 053 Australia
AW ABW 533 029 Aruba
AX ALA 248 154 Åland Islands
AZ AZE 031 145 Azerbaijan
BA BIH 070 039 Bosnia and Herzegovina
BB BRB 052 029 Barbados
BD BGD 050 034 Bangladesh
BE BEL 056 155 Belgium
BF BFA 854 011 Burkina Faso < Upper Volta
BG BGR 100 151 Bulgaria
BH BHR 048 145 Bahrain
BI BDI 108 014 Burundi
BJ BEN 204 011 Benin < Dahomey
BL BLM 652 029 Saint Barthélemy
BM BMU 060 021 Bermuda
BN BRN 096 035 Brunei
BO BOL 068 005 Bolivia
BQ BES 535 029 Caribbean Netherlands
BR BRA 076 005 Brazil
BS BHS 044 029 Bahamas
BT BTN 064 034 Bhutan
BV BVT 074 005 Bouvet Island
BW BWA 072 018 Botswana < Bechuanaland
BY BLR 112 151 Belarus < Byelorussia
BZ BLZ 084 013 Belize < British Honduras
CA CAN 124 021 Canada
CC CCK 166 053 Cocos (Keeling) Islands
CD COD 180 017 DR Congo < Zaire
CF CAF 140 017 Central African Republic
CG COG 178 017 Congo-Brazzaville
CH CHE 756 155 Switzerland
CI CIV 384 011 Côte d'Ivoire < Ivory Coast
CK COK 184 061 Cook Islands
CL CHL 152 005 Chile
CM CMR 120 017 Cameroon
CN CHN 156 030 China
CO COL 170 005 Colombia
CR CRI 188 013 Costa Rica
CU CUB 192 029 Cuba
CV CPV 132 011 Cabo Verde < Cape Verde
CW CUW 531 029 Curaçao
CX CXR 162 053 Christmas Island
CY CYP 196 145 Cyprus
CZ CZE 203 151 Czechia < Czech Republic
DE DEU 276 155 Germany
DJ DJI 262 014 Djibouti < French Somaliland < French Territory of the Afars and the Issas
DK DNK 208 154 Denmark
DM DMA 212 029 Dominica
DO DOM 214 029 Dominican Republic
DZ DZA 012 015 Algeria
EC ECU 218 005 Ecuador
EE EST 233 154 Estonia
EG EGY 818 015 Egypt
EH ESH 732 015 Western Sahara
ER ERI 232 014 Eritrea
ES ESP 724 039 Spain
ET ETH 231 014 Ethiopia
FI FIN 246 154 Finland
FJ FJI 242 054 Fiji
FK FLK 238 005 Falkland Islands
FM FSM 583 057 Micronesia
FO FRO 234 154 Faroe Islands
FR FRA 250 155 France
GA GAB 266 017 Gabon
GB GBR 826 154 United Kingdom
GD GRD 308 029 Grenada
GE GEO 268 145 Georgia
GF GUF 254 005 French Guiana
GG GGY 831 154 Guernsey
GH GHA 288 011 Ghana
GI GIB 292 039 Gibraltar
GL GRL 304 021 Greenland
GM GMB 270 011 Gambia
GN GIN 324 011 Guinea
GP GLP 312 029 Guadeloupe
GQ GNQ 226 017 Equatorial Guinea
GR GRC 300 039 Greece
GS SGS 239 005 South Georgia and the South Sandwich Islands
GT GTM 320 013 Guatemala
GU GUM 316 057 Guam
GW GNB 624 011 Guinea-Bissau < Portuguese Guinea
GY GUY 328 005 Guyana < British Guiana
HK HKG 344 030 Hong Kong
HM HMD 334 053 Heard Island and McDonald Islands
HN HND 340 013 Honduras
HR HRV 191 039 Croatia
HT HTI 332 029 Haiti
HU HUN 348 151 Hungary
ID IDN 360 035 Indonesia
IE IRL 372 154 Ireland
IL ISR 376 145 Israel
IM IMN 833 154 Isle of Man
IN IND 356 034 India
IO IOT 086 014 British Indian Ocean Territory
IQ IRQ 368 145 Iraq
IR IRN 364 034 Iran < Persia
IS ISL 352 154 Iceland
IT ITA 380 039 Italy
JE JEY 832 154 Jersey
JM JAM 388 029 Jamaica
JO JOR 400 145 Jordan < Transjordan
JP JPN 392 030 Japan
KE KEN 404 014 Kenya
KG KGZ 417 143 Kyrgyzstan
KH KHM 116 035 Cambodia < Kampuchea
KI KIR 296 057 Kiribati < Gilbert Islands
KM COM 174 014 Comoros
KN KNA 659 029 Saint Kitts and Nevis
KP PRK 408 030 North Korea
KR KOR 410 030 South Korea
KW KWT 414 145 Kuwait
KY CYM 136 029 Cayman Islands
KZ KAZ 398 143 Kazakhstan
LA LAO 418 035 Laos
LB LBN 422 145 Lebanon
LC LCA 662 029 Saint Lucia
LI LIE 438 155 Liechtenstein
LK LKA 144 034 Sri Lanka < Ceylon
LR LBR 430 011 Liberia
LS LSO 426 018 Lesotho < Basutoland
LT LTU 440 154 Lithuania
LU LUX 442 155 Luxembourg
LV LVA 428 154 Latvia
LY LBY 434 015 Libya
MA MAR 504 015 Morocco
MC MCO 492 155 Monaco
MD MDA 498 151 Moldova < Moldavia
ME MNE 499 039 Montenegro
MF MAF 663 029 Saint Martin
MG MDG 450 014 Madagascar
MH MHL 584 057 Marshall Islands
MK MKD 807 039 North Macedonia < Macedonia < Former Yugoslav Republic of Macedonia
ML MLI 466 011 Mali
MM MMR 104 035 Myanmar < Burma
MN MNG 496 030 Mongolia
MO MAC 446 030 Macao
MP MNP 580 057 Northern Mariana Islands
MQ MTQ 474 029 Martinique
MR MRT 478 011 Mauritania
MS MSR 500 029 Montserrat
MT MLT 470 039 Malta
MU MUS 480 014 Mauritius
MV MDV 462 034 Maldives
MW MWI 454 014 Malawi < Nyasaland
MX MEX 484 013 Mexico
MY MYS 458 035 Malaysia
MZ MOZ 508 014 Mozambique
NA NAM 516 018 Namibia < South West Africa
NC NCL 540 054 New Caledonia
NE NER 562 011 Niger
NF NFK 574 053 Norfolk Island
NG NGA 566 011 Nigeria
NI NIC 558 013 Nicaragua
NL NLD 528 155 Netherlands
NO NOR 578 154 Norway
NP NPL 524 034 Nepal
NR NRU 520 057 Nauru
NU NIU 570 061 Niue
NZ NZL 554 053 New Zealand
OM OMN 512 145 Oman
PA PAN 591 013 Panama
PE PER 604 005 Peru
PF PYF 258 061 French Polynesia
PG PNG 598 054 Papua New Guinea
PH PHL 608 035 Philippines
PK PAK 586 034 Pakistan
PL POL 616 151 Poland
PM SPM 666 021 Saint Pierre and Miquelon
PN PCN 612 061 Pitcairn Islands
PR PRI 630 029 Puerto Rico
PS PSE 275 145 Palestine
PT PRT 620 039 Portugal
PW PLW 585 057 Palau
PY PRY 600 005 Paraguay
QA QAT 634 145 Qatar
RE REU 638 014 Réunion
RO ROU 642 151 Romania
RS SRB 688 039 Serbia
RU RUS 643 151 Russia
RW RWA 646 014 Rwanda
SA SAU 682 145 Saudi Arabia
SB SLB 090 054 Solomon Islands
SC SYC 690 014 Seychelles
SD SDN 729 015 Sudan
SE SWE 752 154 Sweden
SG SGP 702 035 Singapore
SH SHN 654 011 Saint Helena
SI SVN 705 039 Slovenia
SJ SJM 744 154 Svalbard and Jan Mayen
SK SVK 703 151 Slovakia
SL SLE 694 011 Sierra Leone
SM SMR 674 039 San Marino
SN SEN 686 011 Senegal
SO SOM 706 014 Somalia
SR SUR 740 005 Suriname < Dutch Guiana
SS SSD 728 014 South Sudan
ST STP 678 017 São Tomé and Príncipe
SV SLV 222 013 El Salvador
SX SXM 534 029 Sint Maarten
SY SYR 760 145 Syria
SZ SWZ 748 018 Eswatini < Swaziland
TC TCA 796 029 Turks and Caicos Islands
TD TCD 148 017 Chad
TF ATF 260 014 French Southern Territories
TG TGO 768 011 Togo
TH THA 764 035 Thailand < Siam
TJ TJK 762 143 Tajikistan
TK TKL 772 061 Tokelau
TL TLS 626 035 Timor-Leste < East Timor < Portuguese Timor
TM TKM 795 143 Turkmenistan
TN TUN 788 015 Tunisia
TO TON 776 061 Tonga
TR TUR 792 145 Türkiye < Turkey
TT TTO 780 029 Trinidad and Tobago
TV TUV 798 061 Tuvalu < Ellice Islands
TW TWN 158 030 Taiwan
TZ TZA 834 014 Tanzania
UA UKR 804 151 Ukraine
UG UGA 800 014 Uganda
UM UMI 581 057 United States Minor Outlying Islands
US USA 840 021 United States
UY URY 858 005 Uruguay
UZ UZB 860 143 Uzbekistan
VA VAT 336 039 Vatican City
VC VCT 670 029 Saint Vincent and the Grenadines
VE VEN 862 005 Venezuela
VG VGB 092 029 British Virgin Islands
VI VIR 850 029 US Virgin Islands
VN VNM 704 035 Vietnam
VU VUT 548 054 Vanuatu < New Hebrides
WF WLF 876 061 Wallis and Futuna
WS WSM 882 061 Samoa < Western Samoa
XK XKX - 039 Kosovo
YE YEM 887 145 Yemen
YT MYT 175 014 Mayotte
ZA ZAF 710 018 South Africa
ZM ZMB 894 014 Zambia < Northern Rhodesia
ZW ZWE 716 014 Zimbabwe < Rhodesia < Southern Rhodesia
`;
