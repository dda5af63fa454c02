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
INSERT INTO "events" VALUES('oldtable1',1,'created','{"settings":{"game":"samurai","options":{"hands":"random","pieces":"random"},"seats":[{"kind":"me","bot":null,"name":null},{"kind":"open","bot":null,"name":null}],"clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"visibility":"open","starts":"full","on_leave":"bot","on_expiry":"bot","stand_in":null,"rated":false,"hints":true},"seated":[{"person":"qgpp8c3dy2y2","name":"Ann","is_guest":false,"bot":null},null],"key":"9cu45r9mxt5eh5mm","maker":"qgpp8c3dy2y2","maker_name":"Ann"}',1.79481674157928824423e+09);
INSERT INTO "events" VALUES('oldtable1',2,'seat_taken','{"seat":1,"person":"622paeadsxsg","name":"B0b","is_guest":false}',1.79481674159161424643e+09);
INSERT INTO "events" VALUES('oldtable1',3,'started','{"salt":"e4db748c480f07ece3dc6f6b10225535dd1cc84c9a2a0573f883f0f7302dfba4","seed":"d4e83acee8425e89cc963d868914c3bae4976f5f0a804c5359ef7bb4da03eb46","commitment":"09dab5bc2f08dfd6b12216d5f9bb968241e74594afea20d141da783cf5da3daa","first":0,"options":{"players":"2","edition":"2015","hands":"random","pieces":"random","captures":"end","captured":"hidden","switch_same":"yes","first":"red"},"names":["Ann","B0b"],"start":"////PwAAAAD//////wMAAAMAAAAAAAAAskoAAAAAAADMFQAAAAAAAIWwAQAAAAAAAAAAAAAAAAAnAgAAAOUAAAAAAAAAAAAAAAD//wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABggKCwsOBAoPAwcNEA4MCwcMEAQGCgUJDgMCCwEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQUAAA8PAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAgAAAAYA","lines":[]}',1.79481674159161424643e+09);
INSERT INTO "events" VALUES('oldtable1',4,'played','{"seat":0,"by":"person","lines":["turn 1 red b4@p8 ; draw c4"]}',1.79481677341074633601e+09);
INSERT INTO "events" VALUES('oldtable1',5,'played','{"seat":1,"by":"person","lines":["turn 2 blue c2@o9 ; take o8.c=blue ; draw s1"]}',1.79481677484090685844e+09);
INSERT INTO "events" VALUES('oldtable1',6,'played','{"seat":0,"by":"person","lines":["turn 3 red b3@p9 ; draw c2"]}',1.79481677488672137265e+09);
INSERT INTO "events" VALUES('oldtable1',7,'played','{"seat":1,"by":"person","lines":["turn 4 blue s2@q10 ; take q9.b=red ; draw c3"]}',1.79481677490812635425e+09);
CREATE TABLE nodes (
	id VARCHAR(24) NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "nodes" VALUES('dh6sgz8erujf',1.79481677493363451962e+09);
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
INSERT INTO "people" VALUES('qgpp8c3dy2y2','Ann','ann','$argon2id$v=19$m=65536,t=3,p=4$i81mvvkAsGfSJrSib76/Dg$+S40zCtc0HTIK3QrFjzkBnm1rDVOP2TuFR88hR9GveI','{}',1.79481674043802475922e+09);
INSERT INTO "people" VALUES('622paeadsxsg','B0b','b0b','$argon2id$v=19$m=65536,t=3,p=4$p+H/NZCdCsuijaECAqyNWg$8GuRg8TqcDFEO/pWQBsnh4QYVhl8m+z+xl2hVq9/rws','{"theme": "night"}',1.79481674141370820992e+09);
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
INSERT INTO "seats" VALUES('oldtable1',0,'qgpp8c3dy2y2');
INSERT INTO "seats" VALUES('oldtable1',1,'622paeadsxsg');
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
INSERT INTO "sessions" VALUES('6nkr7hznp85f','7417a57af71a4bb7a84c863dca1cfef4b74505c0c4725e1a564b03f628a5a511','qgpp8c3dy2y2','python-httpx/0.28.1',1.79481674043791866301e+09,1.79481674043791866301e+09,1.81036874043791866295e+09);
INSERT INTO "sessions" VALUES('5emwqtn47exe','2991da0a67e80f9f1b3c0d455ea37e6f8b243f9b3b84c4e04e2a6388a2db8a34','622paeadsxsg','python-httpx/0.28.1',1.79481674141360974311e+09,1.79481674141360974311e+09,1.81036874141360974305e+09);
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
INSERT INTO "tables" VALUES('oldtable1','samurai','running','open',7,4,'0','{"info":{"id":"oldtable1","game":"samurai","options":{"players":"2","edition":"2015","hands":"random","pieces":"random","captures":"end","captured":"hidden","switch_same":"yes","first":"red"},"status":"running","seats":[{"seat":0,"kind":"person","name":"Ann","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false},{"seat":1,"kind":"person","name":"B0b","is_guest":false,"is_yours":false,"is_present":false,"stand_in":null,"is_away":false,"has_lost_turns":false}],"maker":"Ann","is_yours":false,"visibility":"open","key":null,"starts":"full","clock":{"kind":"none","main_seconds":600,"turn_seconds":30,"days":3},"on_leave":"bot","on_expiry":"bot","stand_in":"greedy","rated":false,"hints":true,"number":3,"version":0,"to_move":[0],"clocks":null,"deadline":null,"outcome":null,"commitment":"09dab5bc2f08dfd6b12216d5f9bb968241e74594afea20d141da783cf5da3daa","rematch":null,"created_at":1794816741.5792882,"updated_at":1794816741.5916142},"people":["qgpp8c3dy2y2","622paeadsxsg"],"maker":"qgpp8c3dy2y2","key":"9cu45r9mxt5eh5mm"}',NULL,NULL,1.79481674157928824423e+09,1.79481677490812635425e+09);
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
INSERT INTO "tokens" VALUES('bbjdv4gb5nep','f1316fd58820fcbcd84e0e9d621394bb0514b32023d12d1e22082e0db59bb2bd','qgpp8c3dy2y2','bot','play read',1.79481677493064022067e+09,NULL);
CREATE INDEX ix_sessions_person ON sessions (person);
CREATE INDEX ix_tokens_person ON tokens (person);
CREATE INDEX tables_by_status ON tables (status, visibility, updated_at);
CREATE INDEX tables_by_deadline ON tables (deadline);
CREATE INDEX tables_by_bot_due ON tables (bot_due);
CREATE INDEX ix_seats_person ON seats (person);
COMMIT;
