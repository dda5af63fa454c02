BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	data TEXT NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, number)
)
 WITHOUT ROWID
;
INSERT INTO "events" VALUES('95wfkhhhfv',1,'created','{"settings":{"game":"samurai","options":{"hands":"random","pieces":"random"},"seats":[{"kind":"me","bot":null,"name":null},{"kind":"open","bot":null,"name":null},{"kind":"bot","bot":"uniform","name":null}],"clock":{"kind":"days","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"open","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"seated":[{"person":"rcnz9hkpezxa","name":"guest-uuugxv","is_guest":true,"bot":null},null,{"person":null,"name":"uniform","is_guest":false,"bot":"uniform"}],"key":"zfdh2smbup42ncdf","maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv"}',1.79480295135620069504e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',2,'seat_taken','{"seat":1,"person":"569a25vaxpxh","name":"guest-6n2999","is_guest":true}',1.79480295136657667159e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',3,'started','{"salt":"8158cb33dd28a4d4e038558da4186a762c744b8b307690a6033a6103f7b72c72","seed":"e4ce4fbcbf8f23a5e24000b35c659436910dc3643a6ddb071e6908f1d4721745","commitment":"c540ed71db44db1caaacbef87fd3e860cdee69df00f30818efa13d71396a09ad","first":0,"options":{"players":"3","edition":"2015","hands":"random","pieces":"random","captures":"end","captured":"hidden","switch_same":"yes","first":"red"},"names":["guest-uuugxv","guest-6n2999","bot:uniform"],"start":"//////8HAAD//////wMAAP//PwAAAAAAltBUAAAAAADBNSgCAAAAAKwKgwEAAAAAAAAAAAAAAAAUHAAAIKIBAIRGAAAAAAAAAAD//wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACBABDw4LDQAJBwUOBgoDCwQGAwwLDgAKDgcCCgEIAA4LDA8EBQMICwoNBgEQAAAAAAAAAAAAAAAAAAAABQUFAA8PDwAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAgAAAAYA","lines":[]}',1.79480295136657667159e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',4,'played','{"seat":0,"by":"person","lines":["turn 1 red s2@m16 ; draw c2"]}',1.79480295138579607015e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',5,'played','{"seat":1,"by":"person","lines":["turn 2 blue r2@n12 ; draw s1"]}',1.79480295140170621869e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',6,'played','{"seat":2,"by":"bot","lines":["turn 3 gold b2@p11 h1@r12 ; draw b4 h1"]}',1.79480295140785646437e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',7,'played','{"seat":0,"by":"person","lines":["turn 4 red s1@m15 ; draw m"]}',1.79480295152592158312e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',8,'played','{"seat":1,"by":"person","lines":["turn 5 blue s1@i16 ; draw r3"]}',1.79480295154071307177e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',9,'played','{"seat":2,"by":"bot","lines":["turn 6 gold b4@p14 h1@r9 ; draw s1 n1"]}',1.79480295154385924337e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',10,'played','{"seat":0,"by":"person","lines":["turn 7 red n1@o9 ; draw b3"]}',1.79480295166495466231e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',11,'taken_over','{"seat":1,"bot":"greedy","reason":"left"}',1.79480295167410349842e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',12,'played','{"seat":1,"by":"stand_in","lines":["turn 8 blue s3@p8 x:o12.b=l14.r h2@j17 ; take o8.r=blue ; draw c4 r4 n1"]}',1.79480295167923855782e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',13,'returned','{"seat":1}',1.79480295168075418472e+09);
INSERT INTO "events" VALUES('95wfkhhhfv',14,'played','{"seat":2,"by":"bot","lines":["turn 9 gold n1@p9 s1@j16 ; draw x r3"]}',1.7948029516829128266e+09);
INSERT INTO "events" VALUES('b8huyx8ak6',1,'created','{"settings":{"game":"samurai","options":{},"seats":[{"kind":"me","bot":null,"name":null},{"kind":"open","bot":null,"name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"link","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"seated":[{"person":"rcnz9hkpezxa","name":"guest-uuugxv","is_guest":true,"bot":null},null],"key":"4phnzm65wkqj86ex","maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv"}',1.7948029531479709149e+09);
INSERT INTO "events" VALUES('b8huyx8ak6',2,'seat_opened','{"seat":0}',1.79480295317375779153e+09);
INSERT INTO "events" VALUES('b8huyx8ak6',3,'closed','{}',1.79480295317622947693e+09);
INSERT INTO "events" VALUES('e5ekjjtvp3',1,'created','{"settings":{"game":"samurai","options":{},"seats":[{"kind":"me","bot":null,"name":null},{"kind":"open","bot":null,"name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"link","starts":"maker","on_leave":"wait","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"seated":[{"person":"rcnz9hkpezxa","name":"guest-uuugxv","is_guest":true,"bot":null},null],"key":"wyzqxwjg8zvg254h","maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv"}',1.79480295168606948847e+09);
INSERT INTO "events" VALUES('e5ekjjtvp3',2,'seat_taken','{"seat":1,"person":"569a25vaxpxh","name":"guest-6n2999","is_guest":true}',1.79480295169205021858e+09);
INSERT INTO "events" VALUES('e5ekjjtvp3',3,'seat_opened','{"seat":1}',1794802951.69823);
INSERT INTO "events" VALUES('e5ekjjtvp3',4,'seat_taken','{"seat":1,"person":"569a25vaxpxh","name":"guest-6n2999","is_guest":true}',1.7948029517056705951e+09);
INSERT INTO "events" VALUES('e5ekjjtvp3',5,'started','{"salt":"23b461fdb7c3b1e1577a1e7eed2a2bd530288eb614f96a7534ffe278db92473c","seed":"b113817232a4c349732f20d02b16e972071805f7b27dcbf446927a7df1eef3b4","commitment":"b8665c1beb9e38afed8fa243c14dfc9a313dbdc1be99246fbffe5b3d7cfa28a7","first":1,"options":{"players":"2","edition":"2015","hands":"chosen","pieces":"placed","captures":"end","captured":"hidden","switch_same":"yes","first":"blue"},"names":["guest-uuugxv","guest-6n2999"],"start":"////PwAAAAD//////wMAAAMAAAAAAAAAgAAAAAAAAACAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD//wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAYDDgcFDQIBCQsIAAQKAAkOBggKDAcFAgMLBAENAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQUAAAAAAAAAAAAAAAAAAAAAAAGBgYAAgEAAAAAAB4A","lines":[]}',1.79480295171519613258e+09);
INSERT INTO "events" VALUES('e5ekjjtvp3',6,'chose','{"seat":1,"by":"person","moves":"c4 s1 n1 x m"}',1.79480295175051975248e+09);
INSERT INTO "events" VALUES('e5ekjjtvp3',7,'away','{"seat":1}',1.79480295175461983681e+09);
INSERT INTO "events" VALUES('m4s483fz2p',1,'created','{"settings":{"game":"samurai","options":{},"seats":[{"kind":"me","bot":null,"name":null},{"kind":"bot","bot":"uniform","name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"link","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"seated":[{"person":"rcnz9hkpezxa","name":"guest-uuugxv","is_guest":true,"bot":null},{"person":null,"name":"uniform","is_guest":false,"bot":"uniform"}],"key":"fk4tzetk4sdpvacg","maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv"}',1.7948029474949285984e+09);
INSERT INTO "events" VALUES('m4s483fz2p',2,'started','{"salt":"4b375ee49b899a34e5f2dca5908ccdedf94b227ee39e293113213cdb7eebd62b","seed":"290c99cdb8617fdf40cd05c3146fa4f917ba5e10411ee0f1c29b3a47bf54fcc0","commitment":"4e922b34a96c589901029ebb2e9949b2b51adf3f5ba835095cf4ddada27e58de","first":1,"options":{"players":"2","edition":"2015","hands":"chosen","pieces":"placed","captures":"end","captured":"hidden","switch_same":"yes","first":"blue"},"names":["guest-uuugxv","bot:uniform"],"start":"////PwAAAAD//////wMAAAMAAAAAAAAAgAAAAAAAAACAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD//wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgoNCQEOAwAFBAwLBwYIDQIMCAcOAwYJCgQBBQALAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQUAAAAAAAAAAAAAAAAAAAAAAAGBgYAAgEAAAAAAB4A","lines":[]}',1.7948029474949285984e+09);
INSERT INTO "events" VALUES('m4s483fz2p',3,'played','{"seat":0,"by":"person","lines":["hand red s1 h1 h1 x m"]}',1.79480294775331759449e+09);
INSERT INTO "events" VALUES('m4s483fz2p',4,'played','{"seat":1,"by":"bot","lines":["hand blue b4 s3 h1 x m"]}',1.79480294933082723616e+09);
INSERT INTO "events" VALUES('m4s483fz2p',5,'played','{"seat":1,"by":"bot","lines":["put blue b@o10"]}',1.79480294933391332622e+09);
INSERT INTO "events" VALUES('m4s483fz2p',6,'played','{"seat":0,"by":"person","lines":["put red r@l16"]}',1.79480294939663648605e+09);
INSERT INTO "events" VALUES('m4s483fz2p',7,'played','{"seat":1,"by":"bot","lines":["put blue c@o10"]}',1.79480294940863299366e+09);
INSERT INTO "events" VALUES('m4s483fz2p',8,'played','{"seat":0,"by":"person","lines":["put red c@l16"]}',1.79480294943151259421e+09);
INSERT INTO "events" VALUES('m4s483fz2p',9,'played','{"seat":1,"by":"bot","lines":["put blue c@k18"]}',1.79480294943893432619e+09);
INSERT INTO "events" VALUES('m4s483fz2p',10,'played','{"seat":0,"by":"person","lines":["put red b@j15"]}',1.79480294951929569237e+09);
INSERT INTO "events" VALUES('m4s483fz2p',11,'played','{"seat":1,"by":"bot","lines":["put blue r@m13"]}',1794802949.53153);
INSERT INTO "events" VALUES('m4s483fz2p',12,'played','{"seat":0,"by":"person","lines":["put red r@q13"]}',1.79480294960065555566e+09);
INSERT INTO "events" VALUES('m4s483fz2p',13,'played','{"seat":1,"by":"bot","lines":["put blue b@l14"]}',1.79480294961880064005e+09);
INSERT INTO "events" VALUES('m4s483fz2p',14,'played','{"seat":0,"by":"person","lines":["put red b@q9"]}',1.7948029497005677223e+09);
INSERT INTO "events" VALUES('m4s483fz2p',15,'played','{"seat":1,"by":"bot","lines":["put blue c@f18"]}',1.79480294972725057606e+09);
INSERT INTO "events" VALUES('m4s483fz2p',16,'played','{"seat":0,"by":"person","lines":["put red b@g17"]}',1.79480294980056309704e+09);
INSERT INTO "events" VALUES('m4s483fz2p',17,'played','{"seat":1,"by":"bot","lines":["put blue r@o8"]}',1.79480294981882691381e+09);
INSERT INTO "events" VALUES('m4s483fz2p',18,'played','{"seat":0,"by":"person","lines":["put red b@q11"]}',1.79480294989310550689e+09);
INSERT INTO "events" VALUES('m4s483fz2p',19,'played','{"seat":1,"by":"bot","lines":["put blue r@i17"]}',1.79480294990723109244e+09);
INSERT INTO "events" VALUES('m4s483fz2p',20,'played','{"seat":0,"by":"person","lines":["put red c@q15"]}',1.79480294997849774358e+09);
INSERT INTO "events" VALUES('m4s483fz2p',21,'played','{"seat":1,"by":"bot","lines":["put blue c@o12"]}',1.79480294999116921422e+09);
INSERT INTO "events" VALUES('m4s483fz2p',22,'played','{"seat":0,"by":"person","lines":["put red r@n15"]}',1.79480295006783986092e+09);
INSERT INTO "events" VALUES('m4s483fz2p',23,'played','{"seat":1,"by":"bot","lines":["turn 1 blue s3@n12 h1@m18 x:i17.r=f18.c ; draw h2 r4 n1"]}',1.79480295007891249656e+09);
INSERT INTO "events" VALUES('m4s483fz2p',24,'played','{"seat":0,"by":"person","lines":["turn 2 red x:j15.b=o8.r ; draw b2"]}',1.79480295017465710637e+09);
INSERT INTO "events" VALUES('m4s483fz2p',25,'played','{"seat":1,"by":"bot","lines":["turn 3 blue r4@o9 h2@g19 n1@m16 ; draw s2 c2 h1"]}',1.79480295018754816048e+09);
INSERT INTO "events" VALUES('m4s483fz2p',26,'played','{"seat":0,"by":"person","lines":["turn 4 red h1@i18 ; draw s2"]}',1.79480295025959563255e+09);
INSERT INTO "events" VALUES('m4s483fz2p',27,'played','{"seat":1,"by":"bot","lines":["turn 5 blue b4@q14 h1@r9 ; draw r3 c3"]}',1.79480295027110815049e+09);
INSERT INTO "events" VALUES('m4s483fz2p',28,'played','{"seat":0,"by":"person","lines":["turn 6 red s1@p11 ; draw n1"]}',1.79480295034537839886e+09);
INSERT INTO "events" VALUES('m4s483fz2p',29,'played','{"seat":1,"by":"bot","lines":["turn 7 blue c2@p12 ; draw s2"]}',1.79480295036322283746e+09);
INSERT INTO "events" VALUES('m4s483fz2p',30,'played','{"seat":0,"by":"person","lines":["turn 8 red s2@n14 ; draw s3"]}',1.79480295037352681163e+09);
INSERT INTO "events" VALUES('m4s483fz2p',31,'played','{"seat":1,"by":"bot","lines":["turn 9 blue s2@p14 ; take q15.c=blue ; draw s1"]}',1.79480295037545704841e+09);
INSERT INTO "events" VALUES('m4s483fz2p',32,'played','{"seat":0,"by":"person","lines":["turn 10 red h1@o16 ; draw b3"]}',1.79480295045234966274e+09);
INSERT INTO "events" VALUES('m4s483fz2p',33,'played','{"seat":1,"by":"bot","lines":["turn 11 blue s1@p9 ; draw r2"]}',1.79480295046725368498e+09);
INSERT INTO "events" VALUES('m4s483fz2p',34,'played','{"seat":0,"by":"person","lines":["turn 12 red b2@m14 ; draw h2"]}',1.79480295055692458156e+09);
INSERT INTO "events" VALUES('m4s483fz2p',35,'played','{"seat":1,"by":"bot","lines":["turn 13 blue s2@m15 ; draw b2"]}',1.79480295056751108168e+09);
INSERT INTO "events" VALUES('m4s483fz2p',36,'played','{"seat":0,"by":"person","lines":["turn 14 red h2@j14 ; draw r4"]}',1.79480295058284831043e+09);
INSERT INTO "events" VALUES('m4s483fz2p',37,'played','{"seat":1,"by":"bot","lines":["turn 15 blue c3@q10 ; draw c4"]}',1.79480295058542490011e+09);
INSERT INTO "events" VALUES('m4s483fz2p',38,'played','{"seat":0,"by":"person","lines":["turn 16 red b3@k17 ; draw b4"]}',1.79480295069019269945e+09);
INSERT INTO "events" VALUES('m4s483fz2p',39,'played','{"seat":1,"by":"bot","lines":["turn 17 blue c4@l15 ; draw b3"]}',1.79480295069240522389e+09);
INSERT INTO "events" VALUES('m4s483fz2p',40,'played','{"seat":0,"by":"person","lines":["turn 18 red s3@i16 ; draw r2"]}',1.79480295071393203733e+09);
INSERT INTO "events" VALUES('m4s483fz2p',41,'played','{"seat":1,"by":"bot","lines":["turn 19 blue r2@o13 ; draw s1"]}',1.79480295071858382224e+09);
INSERT INTO "events" VALUES('m4s483fz2p',42,'played','{"seat":0,"by":"person","lines":["turn 20 red b4@p10 ; take q11.b=red ; draw r3"]}',1.79480295079853796958e+09);
INSERT INTO "events" VALUES('m4s483fz2p',43,'played','{"seat":1,"by":"bot","lines":["turn 21 blue s1@k16"]}',1.79480295081016945832e+09);
INSERT INTO "events" VALUES('m4s483fz2p',44,'played','{"seat":0,"by":"person","lines":["turn 22 red r4@o11 ; take o10.b=red o10.c=blue o12.c=blue ; draw s1"]}',1.79480295093083715434e+09);
INSERT INTO "events" VALUES('m4s483fz2p',45,'played','{"seat":1,"by":"bot","lines":["turn 23 blue b2@l17 ; take l16.r=blue l16.c=blue k18.c=aside"]}',1.7948029509380533695e+09);
INSERT INTO "events" VALUES('m4s483fz2p',46,'played','{"seat":0,"by":"person","lines":["turn 24 red r3@l13 ; take l14.b=aside ; draw s2"]}',1.79480295099972224238e+09);
INSERT INTO "events" VALUES('m4s483fz2p',47,'played','{"seat":1,"by":"bot","lines":["turn 25 blue m:o13>j16 ; take j15.r=red"]}',1.79480295100809478757e+09);
INSERT INTO "events" VALUES('m4s483fz2p',48,'played','{"seat":0,"by":"person","lines":["turn 26 red m:p11>p8 ; take o8.b=red q9.b=blue ; draw c3"]}',1.79480295107894086839e+09);
INSERT INTO "events" VALUES('m4s483fz2p',49,'played','{"seat":1,"by":"bot","lines":["turn 27 blue b3@p13 ; take q13.r=aside"]}',1.79480295108269953725e+09);
INSERT INTO "events" VALUES('m4s483fz2p',50,'played','{"seat":0,"by":"person","lines":["turn 28 red n1@h17 ; draw c4"]}',1.79480295114753556247e+09);
INSERT INTO "events" VALUES('m4s483fz2p',51,'played','{"seat":1,"by":"bot","lines":["turn 29 blue r3@n13 ; take m13.r=blue"]}',1.79480295115153718e+09);
INSERT INTO "events" VALUES('m4s483fz2p',52,'played','{"seat":0,"by":"person","lines":["turn 30 red s2@o15 ; take o14.b=blue o14.r=blue o14.c=red n15.r=red ; draw c2"]}',1.79480295116152715681e+09);
INSERT INTO "events" VALUES('m4s483fz2p',53,'played','{"seat":1,"by":"bot","lines":["turn 31 blue pass"]}',1.79480295116413521771e+09);
INSERT INTO "events" VALUES('m4s483fz2p',54,'played','{"seat":0,"by":"person","lines":["turn 32 red c2@f17"]}',1.7948029512317197323e+09);
INSERT INTO "events" VALUES('m4s483fz2p',55,'played','{"seat":1,"by":"bot","lines":["turn 33 blue pass"]}',1.79480295124826383593e+09);
INSERT INTO "events" VALUES('m4s483fz2p',56,'played','{"seat":0,"by":"person","lines":["turn 34 red c4@g18 ; take f18.r=blue"]}',1.79480295132852673526e+09);
INSERT INTO "events" VALUES('m4s483fz2p',57,'rematch','{"table":"qwznkmqjb2"}',1.79480295134556746489e+09);
INSERT INTO "events" VALUES('mtxr7rv3ja',1,'created','{"settings":{"game":"samurai","options":{},"seats":[{"kind":"open","bot":null,"name":null},{"kind":"open","bot":null,"name":null},{"kind":"open","bot":null,"name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"link","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv","key":"5xm5tke3hdq5zfb5"}',1.79480295313339567185e+09);
INSERT INTO "events" VALUES('mtxr7rv3ja',2,'imported','{"text":"[Game \"samurai\"]\n[Rules \"1\"]\n[Edition \"2015\"]\n[Options \"players=3 hands=random pieces=random captures=end captured=hidden switch_same=yes\"]\n[Seats \"red=guest-uuugxv blue=guest-6n2999 gold=bot:uniform\"]\n[First \"red\"]\n[Result \"*\"]\n[End \"*\"]\n[Commitment \"c540ed71db44db1caaacbef87fd3e860cdee69df00f30818efa13d71396a09ad\"]\n\ndeal red b2 r3 s2 s1 n1\ndeal blue ? ? ? ? ?\ndeal gold ? ? ? ? ?\nsetup r@o8 b@q9 b@o10 c@o10 c@q11 b@o12 c@m13 r@q13 r@l14 c@q15 r@j15 c@n15 b@l16 r@l16 r@g17 b@i17 b@k18 c@f18 c@i19 b@d19 r@g20 b@b20 r@j20 b@e21 c@h21 c@c22 r@e23\nturn 1 red s2@m16 ; draw c2\nturn 2 blue r2@n12 ; draw ?\nturn 3 gold b2@p11 h1@r12 ; draw ? ?\nturn 4 red s1@m15 ; draw m\nturn 5 blue s1@i16 ; draw ?\nturn 6 gold b4@p14 h1@r9 ; draw ? ?\nturn 7 red n1@o9 ; draw b3\nturn 8 blue s3@p8 x:o12.b=l14.r h2@j17 ; take o8.r=blue ; draw ? ? ?\nturn 9 gold n1@p9 s1@j16 ; draw ? ?\n"}',1.79480295313604664795e+09);
INSERT INTO "events" VALUES('ntbbs3726c',1,'created','{"settings":{"game":"history","options":{},"seats":[{"kind":"me","bot":null,"name":null},{"kind":"bot","bot":"uniform","name":null},{"kind":"bot","bot":"uniform","name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"link","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"seated":[{"person":"rcnz9hkpezxa","name":"guest-uuugxv","is_guest":true,"bot":null},{"person":null,"name":"uniform","is_guest":false,"bot":"uniform"},{"person":null,"name":"uniform","is_guest":false,"bot":"uniform"}],"key":"d94yfdgu6g9uyygq","maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv"}',1.79480295286637353893e+09);
INSERT INTO "events" VALUES('ntbbs3726c',2,'started','{"salt":"f5b5ec08e71d3943a188b6ae67ecc662da766ffb2f137cc7b9cd6c0a8caad071","seed":"359a7566ff4d1656a5197d72cceefabb76f4ed4bc1f0e18ec8caf28e03eea0f3","commitment":"5904808197805216fe121a37c8803f962f5b5ea276f8646fd1d8fbfc8a46f838","first":0,"options":{"players":"3","data":"cf28455ed83b"},"names":["guest-uuugxv","bot:uniform","bot:uniform"],"start":"O9heRSjPAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIGAQEKAQBAAQEQgJCCAgAkIAIiACBIABCAIEQhBAQAAEiEAERQAIAIEEgYAAiBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP////////////////////////////////////////////////////////////////////////////////////////8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA////////////////AAECAwQFAAAAAAAAAAAAAAAAAwYAAAAAAP8AAP//AAAA/wAAAAAA/wAA//8AAA==","lines":["draw red samurai_division","draw blue kouno","draw gold yoshiie","draw red/green satake","draw blue/purple matsuura","draw gold/teal kiyohara ; red samurai_division ; blue kouno ; gold yoshiie ; red/green satake ; blue/purple matsuura ; gold/teal kiyohara ; next red samurai_division"]}',1.79480295286637353893e+09);
INSERT INTO "events" VALUES('ntbbs3726c',3,'played','{"seat":0,"by":"person","lines":["turn red ready toutoumi end ; points 1 ; next blue/purple matsuura"]}',1.79480295289292240143e+09);
INSERT INTO "events" VALUES('ntbbs3726c',4,'played','{"seat":1,"by":"bot","lines":["turn blue/purple ready e25 e47 hizen castle:hizen end ; points 2 ; next gold/teal kiyohara"]}',1.79480295289707279205e+09);
INSERT INTO "events" VALUES('ntbbs3726c',5,'played','{"seat":2,"by":"bot","lines":["turn gold/teal ready dewa dewa dewa south_mutsu end ; points 3 ; next gold yoshiie"]}',1.79480295290090560919e+09);
INSERT INTO "events" VALUES('ntbbs3726c',6,'played','{"seat":2,"by":"bot","lines":["turn gold ready miyako tanba yamato tanba castle:tanba end ; points 8 ; next blue kouno"]}',1794802952.90256);
INSERT INTO "events" VALUES('ntbbs3726c',7,'played','{"seat":1,"by":"bot","lines":["turn blue e44 ready iyo castle:iyo west_seto end ; points 5 ; next red/green satake"]}',1.79480295290622305867e+09);
INSERT INTO "events" VALUES('ntbbs3726c',8,'played','{"seat":0,"by":"person","lines":["turn red/green ready hitachi shimotsuke castle:hitachi end ; points 2 ; epoch 2","draw red shikken_houjou"]}',1.79480295299163722993e+09);
INSERT INTO "events" VALUES('ntbbs3726c',9,'played','{"seat":0,"by":"person","lines":["draft red teal","draw blue/purple oushuu_fujiwara"]}',1.79480295300821614265e+09);
INSERT INTO "events" VALUES('ntbbs3726c',10,'played','{"seat":1,"by":"bot","lines":["draft blue/purple red","draw red/green yukiie"]}',1.79480295301120686525e+09);
INSERT INTO "events" VALUES('ntbbs3726c',11,'played','{"seat":0,"by":"person","lines":["draft red/green purple","draw blue yoritomo"]}',1.7948029530850849152e+09);
INSERT INTO "events" VALUES('ntbbs3726c',12,'played','{"seat":1,"by":"bot","lines":["draft blue green","draw gold/teal yoshinaka"]}',1.79480295309438538553e+09);
INSERT INTO "events" VALUES('ntbbs3726c',13,'played','{"seat":2,"by":"bot","lines":["draft gold/teal blue","draw gold taira"]}',1.7948029531036863327e+09);
INSERT INTO "events" VALUES('ntbbs3726c',14,'played','{"seat":2,"by":"bot","lines":["draft gold keep ; red oushuu_fujiwara ; blue yoshinaka ; gold taira ; red/green yoritomo ; blue/purple yukiie ; gold/teal shikken_houjou ; next red oushuu_fujiwara"]}',1.79480295310879921916e+09);
INSERT INTO "events" VALUES('qwznkmqjb2',1,'created','{"settings":{"game":"samurai","options":{},"seats":[{"kind":"me","bot":null,"name":null},{"kind":"bot","bot":"uniform","name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"link","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"seated":[{"person":"rcnz9hkpezxa","name":"guest-uuugxv","is_guest":true,"bot":null},{"person":null,"name":"uniform","is_guest":false,"bot":"uniform"}],"key":"fk4tzetk4sdpvacg","maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv"}',1.79480295134169292453e+09);
INSERT INTO "events" VALUES('qwznkmqjb2',2,'started','{"salt":"a1da828277518a0ef3440d2332541bb0498e8189b1d10aaf519d472f0e982335","seed":"733f4fd91ccc68a0be65a367db3a233241e7526a250fceab83dfc953787f8981","commitment":"cfe1d04ed9de4fbf4cd6c688250d069228f01147f004ded0a4bf7b327ceb7c98","first":1,"options":{"players":"2","edition":"2015","hands":"chosen","pieces":"placed","captures":"end","captured":"hidden","switch_same":"yes","first":"blue"},"names":["guest-uuugxv","bot:uniform"],"start":"////PwAAAAD//////wMAAAMAAAAAAAAAgAAAAAAAAACAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD//wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgUNAwEKAAcECAwOBgsJBgUMDgsNCAcEAwEAAgkKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQUAAAAAAAAAAAAAAAAAAAAAAAGBgYAAgEAAAAAAB4A","lines":[]}',1.79480295134169292453e+09);
INSERT INTO "events" VALUES('qwznkmqjb2',3,'chose','{"seat":1,"by":"bot","moves":"s2 s2 s1 s1 m"}',1.79480295135384416583e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',1,'created','{"settings":{"game":"history","options":{},"seats":[{"kind":"me","bot":null,"name":null},{"kind":"bot","bot":"uniform","name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"link","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":"uniform","rated":false,"hints":true},"seated":[{"person":"rcnz9hkpezxa","name":"guest-uuugxv","is_guest":true,"bot":null},{"person":null,"name":"uniform","is_guest":false,"bot":"uniform"}],"key":"64dymfcbfbc5xmmn","maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv"}',1.79480295175848054882e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',2,'started','{"salt":"8a96d4bfaf6b04f6104c8c88e1f48b8d0c30783d9db2acfe256ccb7b70876954","seed":"80183771407c2fffc3c3e05cfcab70e83ee909b0522edcb7e1d52350f22323d6","commitment":"dd20543448aa9377f1a70d54fbf5decdcf385fbcaae8466d7d8ad1860dfc6432","first":0,"options":{"players":"2","data":"cf28455ed83b"},"names":["guest-uuugxv","bot:uniform"],"start":"O9heRSjPAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABiICBICACAFAgEBCEEAgAiAAiIAgGEAAgBEECQYAgAAJCBAgSCAQABBEIRABBAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP////////////////////////////////////////////////////////////////////////////////////////8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA////////////////AAECAwQFAAAAAAAAAAAAAAAAAgYAAAAAAP8AAP//AAAA/wAAAAAA/wAA//8AAA==","lines":["draw red satake","draw blue kouno","draw red/gold matsuura","draw blue/green kiyohara","draw red/purple samurai_division","draw blue/teal yoshiie ; red satake ; blue kouno ; red/gold matsuura ; blue/green kiyohara ; red/purple samurai_division ; blue/teal yoshiie ; next red/purple samurai_division"]}',1.79480295175848054882e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',3,'played','{"seat":0,"by":"person","lines":["turn red/purple e44 ready satsuma end ; points 3 ; next red/gold matsuura"]}',1.79480295178625488287e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',4,'played','{"seat":0,"by":"person","lines":["turn red/gold ready hizen castle:hizen end ; points 2 ; next blue/green kiyohara"]}',1.7948029518010139465e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',5,'taken_over','{"seat":0,"bot":"uniform","reason":"left"}',1.79480295180495667459e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',6,'played','{"seat":1,"by":"bot","lines":["turn blue/green ready dewa echigo kouzuke etchuu end ; points 5 ; next blue/teal yoshiie"]}',1.79480295223888611797e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',7,'played','{"seat":1,"by":"bot","lines":["turn blue/teal ready miyako e47 castle:miyako oumi mino castle:oumi end ; points 9 ; next blue kouno"]}',1.79480295224116611482e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',8,'played','{"seat":1,"by":"bot","lines":["turn blue ready iyo sanuki iyo end ; points 2 ; next red satake"]}',1.79480295224279451371e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',9,'played','{"seat":0,"by":"stand_in","lines":["turn red ready hitachi shimousa musashi end ; points 3 ; epoch 2","draw red/purple yukiie"]}',1.79480295224436640737e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',10,'played','{"seat":0,"by":"stand_in","lines":["draft red/purple teal","draw red/gold oushuu_fujiwara"]}',1.79480295224575471879e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',11,'played','{"seat":0,"by":"stand_in","lines":["draft red/gold green","draw blue yoritomo"]}',1.79480295224736428267e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',12,'played','{"seat":1,"by":"bot","lines":["draft blue keep","draw red yoshinaka"]}',1.79480295224884772295e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',13,'played','{"seat":0,"by":"stand_in","lines":["draft red keep","draw blue/green taira"]}',1.79480295225012207033e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',14,'played','{"seat":1,"by":"bot","lines":["draft blue/green purple","draw blue/teal shikken_houjou"]}',1.79480295225125908858e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',15,'played','{"seat":1,"by":"bot","lines":["draft blue/teal gold ; red yoshinaka ; blue yoritomo ; red/gold shikken_houjou ; blue/green oushuu_fujiwara ; red/purple taira ; blue/teal yukiie ; next blue/green oushuu_fujiwara"]}',1.79480295225236177441e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',16,'played','{"seat":1,"by":"bot","lines":["turn blue/green ready north_mutsu north_mutsu dewa:own end capital:none ; points 4 ; next red/purple taira"]}',1.79480295225357294082e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',17,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple ready e34 ise castle:ise owari nankai nankai awa e19 echigo ; points 1","dice red/purple 4-1 ; of 2-1 ; won echigo"]}',1.7948029522550981045e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',18,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple tosa awa sanuki","dice red/purple 5-6 ; of 2-1 ; lost sanuki"]}',1.79480295225714969633e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',19,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple oumi","dice red/purple 3-2 ; of 2-1+1 ; empty oumi"]}',1.79480295225860428812e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',20,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple enshuu_sea awa ise end capital:owari ; points 7 ; next blue/teal yukiie"]}',1.79480295225993180269e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',21,'played','{"seat":1,"by":"bot","lines":["turn blue/teal e13 echigo etchuu","dice blue/teal 4-6 ; of 2-2 ; lost etchuu"]}',1.79480295226162648203e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',22,'played','{"seat":1,"by":"bot","lines":["turn blue/teal south_mutsu end ready e31 mino owari","dice blue/teal 3-4 ; of 2-1 ; lost owari"]}',1.79480295226312541959e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',23,'played','{"seat":1,"by":"bot","lines":["turn blue/teal miyako:own kii ise","dice blue/teal 6-4 5-4 ; of 2-1+1 2-1+1 ; empty ise ; points 2"]}',1.79480295226464867594e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',24,'played','{"seat":1,"by":"bot","lines":["turn blue/teal kai end ; points 12 ; next red yoshinaka"]}',1.79480295226584291457e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',25,'played','{"seat":0,"by":"stand_in","lines":["turn red ready shinano kai","dice red 5-3 ; of 2-1 ; won kai"]}',1.79480295226732039452e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',26,'played','{"seat":0,"by":"stand_in","lines":["turn red kai mikawa owari","dice red 4-3 ; of 2-1 ; won owari"]}',1.79480295226858830451e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',27,'played','{"seat":0,"by":"stand_in","lines":["turn red suruga shinano castle:shinano castle:owari ise castle:kai end ; points 10 ; next blue yoritomo"]}',1.79480295226990890508e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',28,'played','{"seat":1,"by":"bot","lines":["turn blue ready kazusa sagami_sea sagami_sea enshuu_sea","dice blue 4-1 ; of 2-1 ; won enshuu_sea"]}',1.79480295227118468283e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',29,'played','{"seat":1,"by":"bot","lines":["turn blue mikawa","dice blue 4-6 ; of 2-2 ; lost mikawa"]}',1.79480295227231121061e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',30,'played','{"seat":1,"by":"bot","lines":["turn blue mikawa","dice blue 6-2 ; of 2-2 ; won mikawa"]}',1.79480295227342820166e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',31,'played','{"seat":1,"by":"bot","lines":["turn blue kazusa toutoumi castle:mikawa shimousa","dice blue 6-4 ; of 2-1 ; won shimousa"]}',1.79480295227469182012e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',32,'played','{"seat":1,"by":"bot","lines":["turn blue shimotsuke hitachi","dice blue 6-5 ; of 2-1 ; won hitachi"]}',1.79480295227630782129e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',33,'played','{"seat":1,"by":"bot","lines":["turn blue castle:toutoumi castle:shimotsuke mino","dice blue 6-6 ; of 2-2 ; empty mino"]}',1.79480295227815866464e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',34,'played','{"seat":1,"by":"bot","lines":["turn blue castle:hitachi ise","dice blue 4-5 ; of 2-2 ; lost ise"]}',1.79480295227984094613e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',35,'played','{"seat":1,"by":"bot","lines":["turn blue toutoumi end capital:hitachi ; points 9 ; next red/gold shikken_houjou"]}',1.79480295228148913379e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',36,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold ready izu castle:izu izu izu sagami musashi ; points 1","dice red/gold 6-4 ; of 2-1 ; won musashi"]}',1.79480295228320765495e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',37,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold sagami kai","dice red/gold 4-5 ; of 2-2+1 ; lost kai"]}',1.79480295228446698192e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',38,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold kai","dice red/gold 6-5 ; of 2-2+1 ; lost kai"]}',1.79480295228567886351e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',39,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold end capital:izu ; points 7"]}',1.79480295228688788416e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',40,'played','{"seat":1,"by":"bot","lines":["after blue/green end"]}',1.79480295228789091116e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',41,'played','{"seat":0,"by":"stand_in","lines":["after red/purple end"]}',1.79480295228890490534e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',42,'played','{"seat":1,"by":"bot","lines":["after blue/teal end"]}',1.79480295228998947137e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',43,'played','{"seat":0,"by":"stand_in","lines":["after red end"]}',1.79480295229107952121e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',44,'played','{"seat":1,"by":"bot","lines":["after blue end"]}',1.79480295229228138925e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',45,'played','{"seat":0,"by":"stand_in","lines":["after red/gold end ; epoch 3","draw blue/green akutou"]}',1.79480295229346776013e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',46,'played','{"seat":1,"by":"bot","lines":["draft blue/green red","draw red/gold southern_dynasty"]}',1.7948029522946071625e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',47,'played','{"seat":0,"by":"stand_in","lines":["draft red/gold blue","draw blue/teal ashikaga"]}',1.7948029522957997322e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',48,'played','{"seat":1,"by":"bot","lines":["draft blue/teal gold","draw red/purple kikuchi"]}',1.7948029522970113754e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',49,'played','{"seat":0,"by":"stand_in","lines":["draft red/purple keep","draw red nitta"]}',1.79480295229815459256e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',50,'played','{"seat":0,"by":"stand_in","lines":["draft red teal","draw blue kitabatake"]}',1.79480295229921388627e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',51,'played','{"seat":1,"by":"bot","lines":["draft blue green ; red akutou ; blue southern_dynasty ; red/gold ashikaga ; blue/green kitabatake ; red/purple kikuchi ; blue/teal nitta ; next red akutou"]}',1.79480295230044746392e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',52,'played','{"seat":0,"by":"stand_in","lines":["turn red ready e32 e46 kawachi settsu kii","dice red 3-2 ; of 2-2 ; won kii ; points 1"]}',1.79480295230202031137e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',53,'played','{"seat":0,"by":"stand_in","lines":["turn red castle:settsu miyako","dice red 3-5 ; of 2-1 ; lost miyako"]}',1.79480295230349493028e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',54,'played','{"seat":0,"by":"stand_in","lines":["turn red ise","dice red 5-5 ; of 2-2 ; empty ise"]}',1.79480295230471634864e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',55,'played','{"seat":0,"by":"stand_in","lines":["turn red end ; points 9 ; next blue/teal nitta"]}',1.79480295230587506296e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',56,'played','{"seat":1,"by":"bot","lines":["turn blue/teal ready kouzuke e41 kouzuke e20 suruga","dice blue/teal 5-5 ; of 2-1 ; empty suruga"]}',1.79480295230766844754e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',57,'played','{"seat":1,"by":"bot","lines":["turn blue/teal musashi","dice blue/teal 5-5 ; of 2-1 ; empty musashi"]}',1.79480295230914473538e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',58,'played','{"seat":1,"by":"bot","lines":["turn blue/teal musashi kai","dice blue/teal 5-3 ; of 2-2+1 ; won kai ; points 1"]}',1.79480295231051087379e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',59,'played','{"seat":1,"by":"bot","lines":["turn blue/teal musashi shimotsuke","dice blue/teal 4-5 ; of 2-1+1 ; lost shimotsuke"]}',1.79480295231162929533e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',60,'played','{"seat":1,"by":"bot","lines":["turn blue/teal musashi shimousa","dice blue/teal 6-6 ; of 2-1 ; empty shimousa"]}',1.79480295231275415422e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',61,'played','{"seat":1,"by":"bot","lines":["turn blue/teal kai end ; points 15 ; next blue/green kitabatake"]}',1.794802952313822031e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',62,'played','{"seat":1,"by":"bot","lines":["turn blue/green ready e26 e54 south_mutsu castle:south_mutsu dewa hitachi","dice blue/green 5-5 ; of 2-2+1 ; lost hitachi"]}',1.79480295231505012514e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',63,'played','{"seat":1,"by":"bot","lines":["turn blue/green south_mutsu south_mutsu dewa north_mutsu:own central_mutsu end ; points 7 ; next red/gold ashikaga"]}',1.79480295231614899635e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',64,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold e43 e8 harima harima end ready chikuzen chikugo west_seto hizen:own aki castle:aki chikuzen east_seto bizen iyo ; points 2","dice red/gold 4-3 5-5 ; of 2-2 2-2 ; empty iyo"]}',1.79480295231772756575e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',65,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold settsu","dice red/gold 4-4 ; of 2-3+1 ; lost settsu"]}',1.79480295231893181798e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',66,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold chikuzen bungo chikugo aki end capital:hizen ; points 17 ; next blue southern_dynasty"]}',1.79480295232019472126e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',67,'played','{"seat":1,"by":"bot","lines":["turn blue e14 e35 shinano mikawa:own mino end ready yamato mino:own satsuma","dice blue 4-4 ; of 2-2 ; empty satsuma"]}',1.79480295232150149345e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',68,'played','{"seat":1,"by":"bot","lines":["turn blue izumi harima","dice blue 5-4 6-5 ; of 2-2 2-2 ; won harima"]}',1.79480295232283592219e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',69,'played','{"seat":1,"by":"bot","lines":["turn blue end capital:none ; points 14 ; next red/purple kikuchi"]}',1.79480295232513141628e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',70,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple e37 ready higo satsuma ariake_sea satsuma bungo","dice red/purple 6-4 ; of 2-2 ; won bungo"]}',1.79480295232808804506e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',71,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple end ; points 8"]}',1.7948029523295257092e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',72,'played','{"seat":0,"by":"stand_in","lines":["after red e50 ; epoch 4","draw blue/green shouni"]}',1.79480295233093738553e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',73,'played','{"seat":1,"by":"bot","lines":["draft blue/green red","draw red/purple hosokawa"]}',1.79480295233237648012e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',74,'played','{"seat":0,"by":"stand_in","lines":["draft red/purple keep","draw red oouchi"]}',1.79480295233390259746e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',75,'played','{"seat":0,"by":"stand_in","lines":["draft red teal","draw blue/teal hatakeyama"]}',1.79480295233514618872e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',76,'played','{"seat":1,"by":"bot","lines":["draft blue/teal gold","draw blue kantou_kubou"]}',1.79480295233640098568e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',77,'played','{"seat":1,"by":"bot","lines":["draft blue keep","draw red/gold yamana"]}',1.79480295233801698685e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',78,'played','{"seat":0,"by":"stand_in","lines":["draft red/gold green ; red shouni ; blue kantou_kubou ; red/gold hatakeyama ; blue/green yamana ; red/purple hosokawa ; blue/teal oouchi ; next blue kantou_kubou"]}',1.7948029523391134739e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',79,'played','{"seat":1,"by":"bot","lines":["turn blue e7 hyuuga castle:hyuuga end e40 ready shimousa kazusa","dice blue 2-5 ; of 2-1 ; lost kazusa"]}',1.7948029523406188488e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',80,'played','{"seat":1,"by":"bot","lines":["turn blue musashi","dice blue 2-3 ; of 2-1 ; lost musashi"]}',1.7948029523420784473e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',81,'played','{"seat":1,"by":"bot","lines":["turn blue hitachi:own hitachi shimotsuke:own kouzuke","dice blue 6-2 6-6 ; of 2-1 2-1 ; empty kouzuke"]}',1.79480295234347152709e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',82,'played','{"seat":1,"by":"bot","lines":["turn blue castle:shimousa kazusa:own end ; points 15 ; next red/gold hatakeyama"]}',1.79480295234477782244e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',83,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold ready etchuu castle:etchuu echigo","dice red/gold 3-5 ; of 2-2 ; lost echigo"]}',1.79480295234618234629e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',84,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold kaga noto noto end ; points 16 ; next blue/green yamana"]}',1.79480295234746527674e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',85,'played','{"seat":1,"by":"bot","lines":["turn blue/green ready e23 kii","dice blue/green 4-4 ; of 2-1 ; won kii"]}',1.7948029523487024307e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',86,'played','{"seat":1,"by":"bot","lines":["turn blue/green tajima harima","dice blue/green 6-6 ; of 2-2 ; empty harima"]}',1.7948029523499979973e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',87,'played','{"seat":1,"by":"bot","lines":["turn blue/green tajima tango castle:tango wakasa wakasa castle:wakasa oumi tango oumi end ; points 9 ; next red/purple hosokawa"]}',1.79480295235124611853e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',88,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple e51 ready sanuki castle:sanuki iyo tosa:own awa:own nankai","dice red/purple 6-2 6-1 ; of 2-1 2-1 ; won nankai"]}',1.79480295235275268553e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',89,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple castle:tosa west_seto","dice red/purple 6-2 ; of 2-1 ; won west_seto"]}',1.7948029523543851376e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',90,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple ise bungo","dice red/purple 5-3 ; of 2-2 ; won bungo"]}',1.79480295235604476924e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',91,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple end ; points 13 ; next blue/teal oouchi"]}',1.79480295235759162901e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',92,'played','{"seat":1,"by":"bot","lines":["turn blue/teal ready e27 nagato suou castle:suou nagato iwami castle:iwami aki","dice blue/teal 4-3 ; of 2-1+1 ; empty aki"]}',1.79480295235921931268e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',93,'played','{"seat":1,"by":"bot","lines":["turn blue/teal castle:nagato nagato end capital:nagato ; points 6 ; next red shouni"]}',1.79480295236069941518e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',94,'played','{"seat":0,"by":"stand_in","lines":["turn red ready chikugo chikugo bungo","dice red 3-5 ; of 2-2 ; lost bungo"]}',1.79480295236325573925e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',95,'played','{"seat":0,"by":"stand_in","lines":["turn red castle:chikugo higo","dice red 2-5 ; of 2-1 ; lost higo"]}',1.79480295236726570132e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',96,'played','{"seat":0,"by":"stand_in","lines":["turn red end ; points 17"]}',1.79480295237208247187e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',97,'played','{"seat":1,"by":"bot","lines":["after blue end"]}',1.79480295238165307039e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',98,'played','{"seat":0,"by":"stand_in","lines":["after red/gold end"]}',1.79480295238689613345e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',99,'played','{"seat":1,"by":"bot","lines":["after blue/green end"]}',1.79480295239042282108e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',100,'played','{"seat":0,"by":"stand_in","lines":["after red/purple end"]}',1.79480295239188170431e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',101,'played','{"seat":1,"by":"bot","lines":["after blue/teal end"]}',1.7948029523981158733e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',102,'played','{"seat":0,"by":"stand_in","lines":["after red end ; epoch 5","draw red miyoshi"]}',1.7948029524056584835e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',103,'played','{"seat":0,"by":"stand_in","lines":["draft red teal","draw blue/green go_houjou"]}',1.79480295241073012349e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',104,'played','{"seat":1,"by":"bot","lines":["draft blue/green red","draw red/purple imagawa"]}',1.79480295241722822186e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',105,'played','{"seat":0,"by":"stand_in","lines":["draft red/purple keep","draw blue/teal honganji"]}',1.79480295241942095756e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',106,'played','{"seat":1,"by":"bot","lines":["draft blue/teal gold","draw red/gold ootomo"]}',1.79480295242075896266e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',107,'played','{"seat":0,"by":"stand_in","lines":["draft red/gold blue","draw blue mouri"]}',1.79480295242212653161e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',108,'played','{"seat":1,"by":"bot","lines":["draft blue green ; red go_houjou ; blue ootomo ; red/gold honganji ; blue/green mouri ; red/purple imagawa ; blue/teal miyoshi ; next red go_houjou"]}',1.7948029524233093261e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',109,'played','{"seat":0,"by":"stand_in","lines":["turn red ready e24 bungo","dice red 2-2 ; of 1-1 ; won bungo"]}',1.79480295242743849749e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',110,'played','{"seat":0,"by":"stand_in","lines":["turn red sagami suruga castle:sagami suruga enshuu_sea","dice red 2-1 ; of 2-1 ; won enshuu_sea"]}',1.7948029524323816299e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',111,'played','{"seat":0,"by":"stand_in","lines":["turn red owari:own enshuu_sea toutoumi","dice red 1-3 ; of 1-1+1 ; lost toutoumi"]}',1.79480295243508172035e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',112,'played','{"seat":0,"by":"stand_in","lines":["turn red end capital:sagami ; points 17 ; next blue/green mouri"]}',1.79480295243804144856e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',113,'played','{"seat":1,"by":"bot","lines":["turn blue/green e11 yamato yamato end e17 ise kii","dice blue/green 6-5 2-5 ; of 1-2 1-2 ; lost kii"]}',1.79480295243952226637e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',114,'played','{"seat":1,"by":"bot","lines":["turn blue/green kii:own end ready aki west_seto","dice blue/green 6-3 ; of 2-1 ; won west_seto"]}',1.79480295244076228141e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',115,'played','{"seat":1,"by":"bot","lines":["turn blue/green bungo","dice blue/green 5-5 ; of 2-2 ; lost bungo"]}',1.79480295244203066828e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',116,'played','{"seat":1,"by":"bot","lines":["turn blue/green castle:aki chikuzen","dice blue/green 4-4 ; of 2-2 ; lost chikuzen"]}',1.79480295244320130348e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',117,'played','{"seat":1,"by":"bot","lines":["turn blue/green aki suou","dice blue/green 5-6 ; of 2-1+1 ; lost suou"]}',1.79480295244431567189e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',118,'played','{"seat":1,"by":"bot","lines":["turn blue/green suou","dice blue/green 3-3 ; of 2-1+1 ; lost suou"]}',1.79480295244544720651e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',119,'played','{"seat":1,"by":"bot","lines":["turn blue/green end ; points 17 ; next blue/teal miyoshi"]}',1.79480295244649600983e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',120,'played','{"seat":1,"by":"bot","lines":["turn blue/teal e9 kazusa shimousa","dice blue/teal 6-4 ; of 2-1+1 ; won shimousa ; points 1"]}',1.79480295244774937625e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',121,'played','{"seat":1,"by":"bot","lines":["turn blue/teal end ready awa tosa","dice blue/teal 4-5 ; of 2-2+1 ; lost tosa"]}',1.79480295244901013372e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',122,'played','{"seat":1,"by":"bot","lines":["turn blue/teal nankai","dice blue/teal 4-3 ; of 2-1 ; won nankai"]}',1.79480295245040035248e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',123,'played','{"seat":1,"by":"bot","lines":["turn blue/teal enshuu_sea","dice blue/teal 4-1 4-6 ; of 2-1 2-1 ; lost enshuu_sea"]}',1.79480295245183825488e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',124,'played','{"seat":1,"by":"bot","lines":["turn blue/teal kii","dice blue/teal 6-6 ; of 2-2 ; empty kii"]}',1.79480295246170544628e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',125,'played','{"seat":1,"by":"bot","lines":["turn blue/teal east_seto","dice blue/teal 6-6 ; of 2-1 ; empty east_seto"]}',1.79480295246785783768e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',126,'played','{"seat":1,"by":"bot","lines":["turn blue/teal nankai end ; points 14 ; next red/purple imagawa"]}',1.79480295246970462802e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',127,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple e10 e28 dewa central_mutsu end ready suruga suruga sagami","dice red/purple 6-5 ; of 2-2+1 ; empty sagami"]}',1.79480295247137665746e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',128,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple izu","dice red/purple 6-3 1-4 ; of 2-1+1 2-1+1 ; lost izu"]}',1.79480295247277116775e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',129,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple kai","dice red/purple 5-5 ; of 2-2 ; lost kai"]}',1.79480295247404050829e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',130,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple end ; points 11 ; next red/gold honganji"]}',1.79480295247519874577e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',131,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold e4 izumo castle:izumo e22 chikugo","dice red/gold 6-4 1-5 ; of 1-1+1 1-1+1 ; lost chikugo"]}',1.79480295247699666019e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',132,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold houki castle:houki inaba end ready settsu ise","dice red/gold 2-1 ; of 1-1 ; won ise"]}',1.79480295247838687899e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',133,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold etchuu","dice red/gold 4-2 ; of 1-1+1 ; won etchuu ; points 1"]}',1.79480295247982788082e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',134,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold kaga oumi","dice red/gold 3-4 ; of 1-1 ; lost oumi"]}',1.79480295248109173776e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',135,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold oumi","dice red/gold 6-5 ; of 1-1 ; won oumi"]}',1.79480295248249721532e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',136,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold kii settsu castle:ise izumi","dice red/gold 4-3 ; of 1-1 ; won izumi"]}',1.7948029524839420319e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',137,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold noto","dice red/gold 6-6 ; of 1-1 ; lost noto"]}',1.79480295248536705974e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',138,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold owari","dice red/gold 3-2 ; of 1-1 ; won owari"]}',1.79480295248699688913e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',139,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold noto:own ise castle:noto noto owari castle:kii oumi end capital:etchuu ; points 20 ; next blue ootomo"]}',1.79480295248830819124e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',140,'played','{"seat":1,"by":"bot","lines":["turn blue ready e45 e21 bungo bungo chikuzen","dice blue 2-2 ; of 2-1 ; lost chikuzen"]}',1.79480295248969030376e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',141,'played','{"seat":1,"by":"bot","lines":["turn blue castle:bungo chikugo","dice blue 6-6 ; of 2-2+1 ; lost chikugo"]}',1.79480295249099707603e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',142,'played','{"seat":1,"by":"bot","lines":["turn blue hyuuga:own castle:hyuuga bungo end ; points 8 ; epoch 6","draw red/purple takeda"]}',1.79480295249223113056e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',143,'played','{"seat":0,"by":"stand_in","lines":["draft red/purple keep","draw red shibata"]}',1.79480295249345684054e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',144,'played','{"seat":0,"by":"stand_in","lines":["draft red green","draw blue/green ryuuzouji"]}',1.79480295249457764625e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',145,'played','{"seat":1,"by":"bot","lines":["draft blue/green gold","draw red/gold uesugi"]}',1.79480295249563241008e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',146,'played','{"seat":0,"by":"stand_in","lines":["draft red/gold teal","draw blue/teal oda"]}',1.79480295249663162225e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',147,'played','{"seat":1,"by":"bot","lines":["draft blue/teal red","draw blue akechi"]}',1.79480295249788165089e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',148,'played','{"seat":1,"by":"bot","lines":["draft blue keep ; red oda ; blue akechi ; red/gold ryuuzouji ; blue/green shibata ; red/purple takeda ; blue/teal uesugi ; next red/purple takeda"]}',1.79480295249910211559e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',149,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple ready kai suruga","dice red/purple 6-2 3-5 ; of 3-2 3-2 ; lost suruga"]}',1.79480295250053262711e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',150,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple sagami castle:kai castle:sagami izu","dice red/purple 5-3 2-6 ; of 3-1+1 3-1+1 ; lost izu"]}',1.79480295250205945968e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',151,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple musashi","dice red/purple 6-2 2-4 ; of 3-1 3-1 ; lost musashi"]}',1.7948029525035824775e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',152,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple musashi","dice red/purple 2-1 6-4 ; of 3-1 3-1 ; won musashi"]}',1.79480295250499558446e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',153,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple end ; points 16 ; next blue/teal uesugi"]}',1.79480295250630402566e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',154,'played','{"seat":1,"by":"bot","lines":["turn blue/teal ready echigo shinano","dice blue/teal 3-4 ; of 3-1 ; lost shinano"]}',1.79480295250781512255e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',155,'played','{"seat":1,"by":"bot","lines":["turn blue/teal south_mutsu","dice blue/teal 6-3 4-2 6-2 ; of 3-2+1 3-2+1 3-2+1 ; won south_mutsu ; points 1"]}',1.79480295250917458536e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',156,'played','{"seat":1,"by":"bot","lines":["turn blue/teal echigo castle:south_mutsu shimotsuke","dice blue/teal 4-2 ; of 3-2 ; won shimotsuke"]}',1.7948029525106992722e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',157,'played','{"seat":1,"by":"bot","lines":["turn blue/teal etchuu hida end ; points 17 ; next red oda"]}',1.79480295251203465466e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',158,'played','{"seat":0,"by":"stand_in","lines":["turn red e12 hida etchuu","dice red 4-3 ; of 1-2 ; won etchuu"]}',1.79480295251363396649e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',159,'played','{"seat":0,"by":"stand_in","lines":["turn red end ready owari enshuu_sea","dice red 5-1 ; of 2-1 ; won enshuu_sea"]}',1.79480295251735305793e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',160,'played','{"seat":0,"by":"stand_in","lines":["turn red suruga","dice red 4-6 ; of 2-2 ; lost suruga"]}',1794802952.51931);
INSERT INTO "events" VALUES('ww3zw6ytzy',161,'played','{"seat":0,"by":"stand_in","lines":["turn red mino","dice red 5-3 ; of 2-1 ; won mino"]}',1.79480295252066731452e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',162,'played','{"seat":0,"by":"stand_in","lines":["turn red sagami_sea","dice red 2-3 ; of 2-1 ; lost sagami_sea"]}',1.79480295252194356914e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',163,'played','{"seat":0,"by":"stand_in","lines":["turn red hida","dice red 3-5 ; of 2-1 ; lost hida"]}',1.79480295252322030069e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',164,'played','{"seat":0,"by":"stand_in","lines":["turn red hida:own oumi miyako:own etchuu","dice red 6-5 ; of 2-2 ; won etchuu"]}',1.79480295252451038361e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',165,'played','{"seat":0,"by":"stand_in","lines":["turn red echizen owari toutoumi","dice red 3-4 ; of 2-2+1 ; lost toutoumi"]}',1.79480295252634310717e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',166,'played','{"seat":0,"by":"stand_in","lines":["turn red castle:mino suruga","dice red 5-6 ; of 2-2 ; lost suruga"]}',1.79480295252821421625e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',167,'played','{"seat":0,"by":"stand_in","lines":["turn red noto miyako end capital:owari ; points 21 ; next blue akechi"]}',1.79480295252978849416e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',168,'played','{"seat":1,"by":"bot","lines":["turn blue e5 e29 bizen bitchuu mimasaka castle:bizen bitchuu end ready tanba tango","dice blue 3-6 ; of 2-2+1 ; lost tango"]}',1.79480295253520846362e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',169,'played','{"seat":1,"by":"bot","lines":["turn blue settsu","dice blue 6-4 2-4 ; of 2-1+1 2-1+1 ; lost settsu"]}',1.7948029525403861999e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',170,'played','{"seat":1,"by":"bot","lines":["turn blue yamato","dice blue 3-1 5-3 ; of 2-1 2-1 ; won yamato"]}',1.79480295254702591897e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',171,'played','{"seat":1,"by":"bot","lines":["turn blue tajima","dice blue 5-4 5-5 ; of 2-1 2-1 ; empty tajima"]}',1.79480295255547213557e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',172,'played','{"seat":1,"by":"bot","lines":["turn blue yamato tanba tanba castle:yamato end ; points 26 ; next blue/green shibata"]}',1.79480295256193137171e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',173,'played','{"seat":1,"by":"bot","lines":["turn blue/green ready e33 echizen e48 mino ; points 1","dice blue/green 2-5 ; of 2-2+1 ; lost mino"]}',1.79480295256401705741e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',174,'played','{"seat":1,"by":"bot","lines":["turn blue/green kaga","dice blue/green 5-3 6-6 ; of 2-1 2-1 ; empty kaga ; points 2"]}',1.79480295257377696037e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',175,'played','{"seat":1,"by":"bot","lines":["turn blue/green mino","dice blue/green 3-6 ; of 2-2+1 ; lost mino"]}',1.79480295257832980155e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',176,'played','{"seat":1,"by":"bot","lines":["turn blue/green oumi","dice blue/green 5-3 ; of 2-1 ; won oumi ; points 1"]}',1.79480295258074522019e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',177,'played','{"seat":1,"by":"bot","lines":["turn blue/green mino","dice blue/green 5-2 ; of 2-1+1 ; won mino ; points 2"]}',1.79480295259503293044e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',178,'played','{"seat":1,"by":"bot","lines":["turn blue/green shinano","dice blue/green 5-5 ; of 2-2 ; empty shinano ; points 1"]}',1.79480295259688043597e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',179,'played','{"seat":1,"by":"bot","lines":["turn blue/green mikawa","dice blue/green 6-6 ; of 2-2 ; empty mikawa ; points 1"]}',1.79480295259822416305e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',180,'played','{"seat":1,"by":"bot","lines":["turn blue/green miyako","dice blue/green 2-2 ; of 2-1 ; empty miyako ; points 1"]}',1.79480295259944605829e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',181,'played','{"seat":1,"by":"bot","lines":["turn blue/green end ; points 9 ; next red/gold ryuuzouji"]}',1.79480295260054969791e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',182,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold ready e36 e42 hizen chikuzen","dice red/gold 3-2 ; of 3-1 ; won chikuzen"]}',1.79480295260181832309e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',183,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold west_seto","dice red/gold 6-4 ; of 3-1 ; won west_seto"]}',1.79480295260303235058e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',184,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold east_seto chikuzen awa","dice red/gold 5-2 ; of 2-2 ; won awa"]}',1.79480295260416507717e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',185,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold end ; points 14"]}',1.79480295260519862174e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',186,'played','{"seat":0,"by":"stand_in","lines":["after red/purple end"]}',1.79480295260634064666e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',187,'played','{"seat":1,"by":"bot","lines":["after blue/teal end"]}',1.79480295260747194294e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',188,'played','{"seat":0,"by":"stand_in","lines":["after red end"]}',1.79480295260843324663e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',189,'played','{"seat":1,"by":"bot","lines":["after blue end"]}',1.79480295260941576955e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',190,'played','{"seat":1,"by":"bot","lines":["after blue/green end"]}',1.79480295261042857167e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',191,'played','{"seat":0,"by":"stand_in","lines":["after red/gold e53 ; epoch 7","draw red/purple western_army"]}',1.79480295261144900324e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',192,'played','{"seat":0,"by":"stand_in","lines":["draft red/purple teal","draw red/gold date"]}',1.79480295261249566079e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',193,'played','{"seat":0,"by":"stand_in","lines":["draft red/gold keep","draw blue/green toyotomi"]}',1.79480295261354899413e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',194,'played','{"seat":1,"by":"bot","lines":["draft blue/green red","draw blue/teal shimazu"]}',1.7948029526145887375e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',195,'played','{"seat":1,"by":"bot","lines":["draft blue/teal purple","draw blue tokugawa"]}',1.7948029526155819893e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',196,'played','{"seat":1,"by":"bot","lines":["draft blue keep","draw red chousokabe"]}',1.79480295261658239361e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',197,'played','{"seat":0,"by":"stand_in","lines":["draft red green ; red toyotomi ; blue tokugawa ; red/gold date ; blue/green chousokabe ; red/purple shimazu ; blue/teal western_army ; next blue/green chousokabe"]}',1.79480295261777162548e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',198,'played','{"seat":1,"by":"bot","lines":["turn blue/green ready tosa nankai","dice blue/green 4-4 ; of 2-1 ; lost nankai"]}',1.7948029526189980507e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',199,'played','{"seat":1,"by":"bot","lines":["turn blue/green tosa tosa iyo","dice blue/green 3-2 ; of 2-2 ; won iyo"]}',1.79480295262008166315e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',200,'played','{"seat":1,"by":"bot","lines":["turn blue/green awa","dice blue/green 4-6 ; of 2-2 ; lost awa"]}',1.79480295262124681467e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',201,'played','{"seat":1,"by":"bot","lines":["turn blue/green awa","dice blue/green 2-5 ; of 2-2 ; lost awa"]}',1.79480295262237238883e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',202,'played','{"seat":1,"by":"bot","lines":["turn blue/green end ; points 7 ; next red/purple shimazu"]}',1.79480295262337017064e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',203,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple ready satsuma higo:own chikugo","dice red/purple 5-2 ; of 3-1+1 ; won chikugo ; points 1"]}',1.7948029526244347095e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',204,'played','{"seat":0,"by":"stand_in","lines":["turn red/purple higo castle:chikugo higo castle:satsuma satsuma end ; points 15 ; next red toyotomi"]}',1.79480295262552571296e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',205,'played','{"seat":0,"by":"stand_in","lines":["turn red e38 ready harima tajima mimasaka","dice red 2-4 ; of 2-1 ; lost mimasaka"]}',1.79480295262692403791e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',206,'played','{"seat":0,"by":"stand_in","lines":["turn red tango","dice red 4-1 6-4 ; of 2-1+1 2-1+1 ; won tango ; points 1"]}',1.7948029526280460358e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',207,'played','{"seat":0,"by":"stand_in","lines":["turn red harima harima inaba","dice red 4-1 ; of 2-1 ; won inaba"]}',1.7948029526292412281e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',208,'played','{"seat":0,"by":"stand_in","lines":["turn red tango mimasaka","dice red 4-6 ; of 2-1 ; lost mimasaka"]}',1.79480295263041257853e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',209,'played','{"seat":0,"by":"stand_in","lines":["turn red castle:harima east_seto","dice red 5-4 ; of 2-1 ; won east_seto"]}',1794802952.63149);
INSERT INTO "events" VALUES('ww3zw6ytzy',210,'played','{"seat":0,"by":"stand_in","lines":["turn red bitchuu","dice red 5-2 4-6 ; of 2-2 2-2 ; lost bitchuu"]}',1.79480295263255453103e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',211,'played','{"seat":0,"by":"stand_in","lines":["turn red castle:inaba settsu","dice red 5-2 ; of 2-1+1 ; won settsu ; points 1"]}',1.79480295263366460803e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',212,'played','{"seat":0,"by":"stand_in","lines":["turn red tajima miyako inaba end capital:harima ; points 20 ; next blue/teal western_army"]}',1.79480295264789342884e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',213,'played','{"seat":1,"by":"bot","lines":["turn blue/teal ready oumi mino echizen oumi kaga etchuu noto","dice blue/teal 5-3 ; of 2-1+1 ; won noto ; points 1"]}',1.79480295264990210536e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',214,'played','{"seat":1,"by":"bot","lines":["turn blue/teal wakasa","dice blue/teal 3-2 ; of 2-1+1 ; lost wakasa"]}',1.79480295265472102172e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',215,'played','{"seat":1,"by":"bot","lines":["turn blue/teal castle:mino echigo:own end ; points 18 ; next blue tokugawa"]}',1.79480295265806388859e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',216,'played','{"seat":1,"by":"bot","lines":["turn blue ready musashi kai","dice blue 6-5 ; of 2-2+1 ; empty kai"]}',1.7948029526625671387e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',217,'played','{"seat":1,"by":"bot","lines":["turn blue castle:musashi kai suruga","dice blue 5-6 ; of 2-2 ; lost suruga"]}',1.79480295266648173335e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',218,'played','{"seat":1,"by":"bot","lines":["turn blue kouzuke shimotsuke","dice blue 4-2 ; of 2-1 ; won shimotsuke"]}',1.79480295267076373098e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',219,'played','{"seat":1,"by":"bot","lines":["turn blue castle:shimotsuke shimousa","dice blue 5-6 ; of 2-1 ; lost shimousa"]}',1.79480295267469072339e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',220,'played','{"seat":1,"by":"bot","lines":["turn blue castle:kouzuke hitachi:own south_mutsu","dice blue 4-5 ; of 2-2+1 ; lost south_mutsu"]}',1.7948029526780107021e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',221,'played','{"seat":1,"by":"bot","lines":["turn blue shinano shimotsuke end capital:musashi ; points 16 ; next red/gold date"]}',1.79480295268121290211e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',222,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold e18 e30 north_mutsu north_mutsu central_mutsu end ready central_mutsu north_mutsu:own south_mutsu","dice red/gold 4-1 ; of 2-1+1 ; won south_mutsu ; points 1"]}',1.79480295268680739399e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',223,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold echigo","dice red/gold 1-5 ; of 1-2 ; lost echigo"]}',1.79480295269062328335e+09);
INSERT INTO "events" VALUES('ww3zw6ytzy',224,'played','{"seat":0,"by":"stand_in","lines":["turn red/gold castle:north_mutsu central_mutsu end ; points 16"]}',1.79480295269442415235e+09);
INSERT INTO "events" VALUES('wxp88g3g7j',1,'created','{"settings":{"game":"samurai","options":{},"seats":[{"kind":"open","bot":null,"name":null},{"kind":"open","bot":null,"name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"link","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"maker":"rcnz9hkpezxa","maker_name":"guest-uuugxv","key":"9jb9z6k64q89br4n"}',1.79480295310638928414e+09);
INSERT INTO "events" VALUES('wxp88g3g7j',2,'imported','{"text":"[Game \"samurai\"]\n[Rules \"1\"]\n[Edition \"2015\"]\n[Options \"players=2 hands=chosen pieces=placed captures=end captured=hidden switch_same=yes\"]\n[Seats \"red=bot:greedy blue=bot:greedy\"]\n[First \"blue\"]\n[Result \"red\"]\n[End \"caste:buddha\"]\n\nhand red b4 r4 c4 s3 h2\nhand blue b4 r4 c4 s3 h2\nput blue r@o10\nput red b@o10\nput blue c@l16\nput red r@l16\nput blue r@i17\nput red c@f18\nput blue b@o12\nput red r@q15\nput blue b@q9\nput red c@g17\nput blue c@o8\nput red r@l14\nput blue b@k18\nput red c@q13\nput blue r@q11\nput red b@j15\nput blue c@n15\nput red b@m13\nturn 1 blue s3@p14 h2@j17 ; draw s2 b2\nturn 2 red r4@q14 h2@q12 ; take q15.r=red ; draw r3 h1\nturn 3 blue s2@o9 ; draw x\nturn 4 red s3@p8 h1@k15 ; take o8.c=red ; draw c2 m\nturn 5 blue c4@g18 ; draw s1\nturn 6 red m:p8>p9 ; draw b2\nturn 7 blue b4@q10 x:k18.b=q11.r ; take q9.b=blue ; draw m r2\nturn 8 red b4@p10 ; draw s1\nturn 9 blue r2@o11 ; take o10.b=red o10.r=blue ; draw s2\nturn 10 red b2@p11 ; take q11.b=red ; draw s1\nturn 11 blue s2@k16 ; draw c2\nturn 12 red r3@k17 ; draw c3\nturn 13 blue r4@l17 ; take k18.r=blue ; draw s1\nturn 14 red c4@m16 ; draw x\nturn 15 blue m:p14>l15 ; take l16.r=blue l16.c=blue ; draw h1\nturn 16 red c3@p13 x:m13.b=f18.c ; draw h1 n1\nturn 17 blue s1@f17 h1@i15 ; take f18.b=blue ; draw r3 h1\nturn 18 red n1@p12 s1@o13 h1@j14 ; take q13.c=red ; draw r2 s2 s2\nturn 19 blue s1@n13 h1@m12 ; draw b3 n1\nturn 20 red s2@n14 ; draw b3\nturn 21 blue b3@o15 n1@j16 ; take o14.b=blue o14.r=red o14.c=red ; draw c3\nturn 22 red b3@i16 ; take j15.b=red\nturn 23 blue r3@h17\nturn 24 red c2@n12 ; take o12.b=red\nend caste:buddha ; red 4b 2r 3c ; blue 3b 3r 1c ; aside 0b 0r 0c\n"}',1.79480295311102032657e+09);
CREATE TABLE nodes (
	id VARCHAR(24) NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE outages (
	began_at DOUBLE NOT NULL, 
	ended_at DOUBLE NOT NULL, 
	PRIMARY KEY (began_at)
);
CREATE TABLE people (
	id VARCHAR(24) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	name_key VARCHAR(60) NOT NULL, 
	password TEXT, 
	settings TEXT NOT NULL, 
	created_at DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name_key)
);
INSERT INTO "people" VALUES('rcnz9hkpezxa','guest-uuugxv','guest-uuugxv',NULL,'{}',1.79480294741506338123e+09);
INSERT INTO "people" VALUES('569a25vaxpxh','guest-6n2999','guest-6n2999',NULL,'{}',1.79480294744793581959e+09);
CREATE TABLE ratings (
	subject VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	players INTEGER NOT NULL, 
	is_bot BOOLEAN NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	PRIMARY KEY (subject, game, players)
);
CREATE TABLE seats (
	table_id VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "seats" VALUES('m4s483fz2p',0,'rcnz9hkpezxa');
INSERT INTO "seats" VALUES('qwznkmqjb2',0,'rcnz9hkpezxa');
INSERT INTO "seats" VALUES('95wfkhhhfv',0,'rcnz9hkpezxa');
INSERT INTO "seats" VALUES('95wfkhhhfv',1,'569a25vaxpxh');
INSERT INTO "seats" VALUES('e5ekjjtvp3',0,'rcnz9hkpezxa');
INSERT INTO "seats" VALUES('e5ekjjtvp3',1,'569a25vaxpxh');
INSERT INTO "seats" VALUES('ww3zw6ytzy',0,'rcnz9hkpezxa');
INSERT INTO "seats" VALUES('ntbbs3726c',0,'rcnz9hkpezxa');
CREATE TABLE sessions (
	id VARCHAR(24) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	agent VARCHAR(200) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	expires_at DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (secret), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	visibility VARCHAR(10) NOT NULL, 
	number INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	to_move VARCHAR(20) NOT NULL, 
	info TEXT NOT NULL, 
	deadline DOUBLE, 
	bot_due DOUBLE, 
	created_at DOUBLE NOT NULL, 
	updated_at DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('m4s483fz2p','samurai','over','link',57,54,'','{"info":{"id":"m4s483fz2p","game":"samurai","options":{"players":"2","edition":"2015","hands":"chosen","pieces":"placed","captures":"end","captured":"hidden","switch_same":"yes","first":"blue"},"status":"over","seats":[{"seat":0,"kind":"person","name":"guest-uuugxv","is_guest":true,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"bot","name":"uniform","is_guest":false,"is_yours":false,"is_present":true,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"link","key":null,"starts":"full","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":57,"version":54,"to_move":[],"clocks":null,"deadline":null,"outcome":{"reason":"caste:rice","winners":[1],"ranking":[2,1],"totals":[{"buddha":3,"rice":2,"castle":1,"leaderships":1,"other_pieces":3,"pieces":6},{"buddha":2,"rice":4,"castle":4,"leaderships":2,"other_pieces":2,"pieces":10}]},"commitment":"4e922b34a96c589901029ebb2e9949b2b51adf3f5ba835095cf4ddada27e58de","rematch":"qwznkmqjb2","created_at":1794802947.4949286,"updated_at":1794802951.3455675},"people":["rcnz9hkpezxa",null],"maker":"rcnz9hkpezxa","key":"fk4tzetk4sdpvacg"}',NULL,NULL,1.7948029474949285984e+09,1.79480295134556746489e+09);
INSERT INTO "tables" VALUES('qwznkmqjb2','samurai','running','link',3,0,'0','{"info":{"id":"qwznkmqjb2","game":"samurai","options":{"players":"2","edition":"2015","hands":"chosen","pieces":"placed","captures":"end","captured":"hidden","switch_same":"yes","first":"blue"},"status":"running","seats":[{"seat":0,"kind":"person","name":"guest-uuugxv","is_guest":true,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"bot","name":"uniform","is_guest":false,"is_yours":false,"is_present":true,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"link","key":null,"starts":"full","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":2,"version":0,"to_move":[0,1],"clocks":null,"deadline":null,"outcome":null,"commitment":"cfe1d04ed9de4fbf4cd6c688250d069228f01147f004ded0a4bf7b327ceb7c98","rematch":null,"created_at":1794802951.341693,"updated_at":1794802951.341693},"people":["rcnz9hkpezxa",null],"maker":"rcnz9hkpezxa","key":"fk4tzetk4sdpvacg"}',NULL,NULL,1.79480295134169292453e+09,1.79480295135384416583e+09);
INSERT INTO "tables" VALUES('95wfkhhhfv','samurai','running','open',14,9,'0','{"info":{"id":"95wfkhhhfv","game":"samurai","options":{"players":"3","edition":"2015","hands":"random","pieces":"random","captures":"end","captured":"hidden","switch_same":"yes","first":"red"},"status":"running","seats":[{"seat":0,"kind":"person","name":"guest-uuugxv","is_guest":true,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"person","name":"guest-6n2999","is_guest":true,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":2,"kind":"bot","name":"uniform","is_guest":false,"is_yours":false,"is_present":true,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"open","key":null,"starts":"full","clock":{"kind":"days","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":13,"version":8,"to_move":[2],"clocks":{"at":1794802951.6808069,"running":[],"turn_left":[259200.0,259200.0,259200.0],"main_left":[0.0,0.0,0.0]},"deadline":null,"outcome":null,"commitment":"c540ed71db44db1caaacbef87fd3e860cdee69df00f30818efa13d71396a09ad","rematch":null,"created_at":1794802951.3562007,"updated_at":1794802951.6807542},"people":["rcnz9hkpezxa","569a25vaxpxh",null],"maker":"rcnz9hkpezxa","key":"zfdh2smbup42ncdf"}',1.79506215168291282649e+09,NULL,1.79480295135620069504e+09,1.7948029516829128266e+09);
INSERT INTO "tables" VALUES('e5ekjjtvp3','samurai','running','link',7,0,'0','{"info":{"id":"e5ekjjtvp3","game":"samurai","options":{"players":"2","edition":"2015","hands":"chosen","pieces":"placed","captures":"end","captured":"hidden","switch_same":"yes","first":"blue"},"status":"running","seats":[{"seat":0,"kind":"person","name":"guest-uuugxv","is_guest":true,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"person","name":"guest-6n2999","is_guest":true,"is_yours":false,"is_present":false,"stand_in":null,"is_away":true,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"link","key":null,"starts":"maker","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"wait","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":7,"version":0,"to_move":[0],"clocks":null,"deadline":null,"outcome":null,"commitment":"b8665c1beb9e38afed8fa243c14dfc9a313dbdc1be99246fbffe5b3d7cfa28a7","rematch":null,"created_at":1794802951.6860695,"updated_at":1794802951.7546198},"people":["rcnz9hkpezxa","569a25vaxpxh"],"maker":"rcnz9hkpezxa","key":"wyzqxwjg8zvg254h"}',NULL,NULL,1.79480295168606948847e+09,1.79480295175461983681e+09);
INSERT INTO "tables" VALUES('ww3zw6ytzy','history','over','link',224,387,'','{"info":{"id":"ww3zw6ytzy","game":"history","options":{"players":"2","data":"cf28455ed83b"},"status":"over","seats":[{"seat":0,"kind":"person","name":"guest-uuugxv","is_guest":true,"is_yours":false,"is_present":false,"stand_in":"uniform","is_away":false,"has_lost_turns":false},{"seat":1,"kind":"bot","name":"uniform","is_guest":false,"is_yours":false,"is_present":true,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"link","key":null,"starts":"full","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"uniform","rated":false,"hints":true,"number":224,"version":387,"to_move":[],"clocks":null,"deadline":null,"outcome":{"reason":"epochs","winners":[0],"ranking":[1,2],"totals":[{"points":75,"red":100,"gold":97,"purple":75},{"points":67,"blue":90,"green":67,"teal":97}]},"commitment":"dd20543448aa9377f1a70d54fbf5decdcf385fbcaae8466d7d8ad1860dfc6432","rematch":null,"created_at":1794802951.7584805,"updated_at":1794802952.6944242},"people":["rcnz9hkpezxa",null],"maker":"rcnz9hkpezxa","key":"64dymfcbfbc5xmmn"}',NULL,NULL,1.79480295175848054882e+09,1.79480295269442415235e+09);
INSERT INTO "tables" VALUES('ntbbs3726c','history','running','link',14,24,'0','{"info":{"id":"ntbbs3726c","game":"history","options":{"players":"3","data":"cf28455ed83b"},"status":"running","seats":[{"seat":0,"kind":"person","name":"guest-uuugxv","is_guest":true,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"bot","name":"uniform","is_guest":false,"is_yours":false,"is_present":true,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":2,"kind":"bot","name":"uniform","is_guest":false,"is_yours":false,"is_present":true,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"link","key":null,"starts":"full","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":2,"version":6,"to_move":[0],"clocks":null,"deadline":null,"outcome":null,"commitment":"5904808197805216fe121a37c8803f962f5b5ea276f8646fd1d8fbfc8a46f838","rematch":null,"created_at":1794802952.8663735,"updated_at":1794802952.8663735},"people":["rcnz9hkpezxa",null,null],"maker":"rcnz9hkpezxa","key":"d94yfdgu6g9uyygq"}',NULL,NULL,1.79480295286637353893e+09,1.79480295310879921916e+09);
INSERT INTO "tables" VALUES('wxp88g3g7j','samurai','imported','link',2,44,'','{"info":{"id":"wxp88g3g7j","game":"samurai","options":{"players":"2","edition":"2015","hands":"chosen","pieces":"placed","captures":"end","captured":"hidden","switch_same":"yes","first":"blue"},"status":"imported","seats":[{"seat":0,"kind":"open","name":"bot:greedy","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"open","name":"bot:greedy","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"link","key":null,"starts":"full","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":2,"version":44,"to_move":[],"clocks":null,"deadline":null,"outcome":{"reason":"caste:buddha","winners":[0],"ranking":[1,2],"totals":[{"buddha":4,"rice":2,"castle":3,"leaderships":2,"other_pieces":2,"pieces":9},{"buddha":3,"rice":3,"castle":1,"leaderships":1,"other_pieces":4,"pieces":7}]},"commitment":null,"rematch":null,"created_at":1794802953.1063893,"updated_at":1794802953.1110203},"people":[null,null],"maker":"rcnz9hkpezxa","key":"9jb9z6k64q89br4n"}',NULL,NULL,1.79480295310638928414e+09,1.79480295311102032657e+09);
INSERT INTO "tables" VALUES('mtxr7rv3ja','samurai','imported','link',2,9,'','{"info":{"id":"mtxr7rv3ja","game":"samurai","options":{"players":"3","edition":"2015","hands":"random","pieces":"random","captures":"end","captured":"hidden","switch_same":"yes","first":"red"},"status":"imported","seats":[{"seat":0,"kind":"open","name":"guest-uuugxv","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"open","name":"guest-6n2999","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":2,"kind":"open","name":"bot:uniform","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"link","key":null,"starts":"full","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":2,"version":9,"to_move":[],"clocks":null,"deadline":null,"outcome":null,"commitment":null,"rematch":null,"created_at":1794802953.1333957,"updated_at":1794802953.1360466},"people":[null,null,null],"maker":"rcnz9hkpezxa","key":"5xm5tke3hdq5zfb5"}',NULL,NULL,1.79480295313339567185e+09,1.79480295313604664795e+09);
INSERT INTO "tables" VALUES('b8huyx8ak6','samurai','closed','link',3,0,'','{"info":{"id":"b8huyx8ak6","game":"samurai","options":{"players":"2","edition":"2015","hands":"chosen","pieces":"placed","captures":"end","captured":"hidden","switch_same":"yes"},"status":"closed","seats":[{"seat":0,"kind":"open","name":"","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"open","name":"","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"guest-uuugxv","is_yours":false,"visibility":"link","key":null,"starts":"full","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":3,"version":0,"to_move":[],"clocks":null,"deadline":null,"outcome":null,"commitment":null,"rematch":null,"created_at":1794802953.147971,"updated_at":1794802953.1762295},"people":[null,null],"maker":"rcnz9hkpezxa","key":"4phnzm65wkqj86ex"}',NULL,NULL,1.7948029531479709149e+09,1.79480295317622947693e+09);
CREATE TABLE tokens (
	id VARCHAR(24) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	label VARCHAR(60) NOT NULL, 
	scopes VARCHAR(40) NOT NULL, 
	created_at DOUBLE NOT NULL, 
	used_at DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (secret), 
	FOREIGN KEY(person) REFERENCES people (id)
);
CREATE INDEX ix_sessions_person ON sessions (person);
CREATE INDEX ix_tokens_person ON tokens (person);
CREATE INDEX tables_by_status ON tables (status, visibility, updated_at);
CREATE INDEX tables_by_deadline ON tables (deadline);
CREATE INDEX tables_by_bot_due ON tables (bot_due);
CREATE INDEX ix_seats_person ON seats (person);
COMMIT;
