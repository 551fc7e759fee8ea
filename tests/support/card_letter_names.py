"""First names that are easily taken for cards, and first names of many languages beside them."""

from support.first_names import NAMES as OTHER_NAMES

__all__ = ["ALL_NAMES", "CARD_LETTER_NAMES", "MORE_NAMES"]

CARD_LETTER_NAMES = """
Aadhaas Aahad Aakash Aaskash Aash Aasha Aatash Ach Achad Achat Acs Acsa Acta Acts Ad Ada Adaa Adac Adad Adah Adak Adas Adda
Adha Adhd Adja Adjah Ah Ahad Ahd Aja Ajah Ajak Ajda Ajka Akad Akash Akasha Akc Akhatha Aksa Aksh Aksha Akshaj Akshat Akta
As Asa Asaad Asad Asada Asah Asch Ascha Ash Asha Ashaad Ashak Asja Aska Assad Asta Ata Atash Atka Atta Attah Cas Cash Cass
Cat Catha Chad Chadd Chata Chata Dacha Dack Dada Dadash Dadda Dak Daksh Daksha Das Dasa Dascha Dash Dasha Dass Datta Dhaksha
Had Hada Hadas Hadassa Hadassah Haddad Hadja Haj Hajja Hak Hakka Has Hasa Hasada Hasad Hask Hassa Hatsa Hd Jaak Jaakk Jaakka
Jac Jack Jacka Jackda Jacks Jad Jada Jadah Jah Jahad Jak Jaka Jakk Jakka Jaksa Jas Jash Jaska Jass Jassa Jata Jc Jd Jha Kaa
Kaach Kaash Kac Kada Kadah Kaddasha Kah Kaj Kaja Kajsa Kak Kaka Kas Kasa Kasch Kash Kasha Kass Kat Kata Kath Katha Katja Katka
Katsa Katsch Kc Khadda Khadakh Khaja Khat Ks Qadah Qahtaa Qas Qasa Qasha Qatada Saad Saadat Saah Sacha Sachs Sad Sada Sadah
Sadat Sadhak Sadhaka Sadhd Sah Saha Sahad Sahak Sahas Sahasa Sak Saka Saksha Saqa Sas Sasa Sascha Sash Sasha Sashka Saska Sassa
Sat Satch Sath Satha Shad Shada Shadd Shadha Shah Shahada Shahd Shaka Shakka Shasta Shata Ska Stach Stacha Stas Stasha Tad Tada
Tadahs Tadas Tadd Tadka Tahj Taj Tak Taka Takash Takk Taksh Taksha Tas Tash Tasha Taskah Tata Tatha Tc Td Th Thad Thada Thadd
Thads Thakka That Thc Ts Tsa
10h 4d4 4d4h 4h4d 4d5 45h4 4s4d Ad4 Ad4h Ad4m As4d As5h4 Ah5 Ch4d D4d4 D4d D45h D4sh Dad5 H4d45 H4d4 J4ck J4d4 Jc4d K4t K4t5 Kd9
Kd10 Qc7 S4ch4 S4d S4sh4 S45h4 Sh4d T4d T4d5 Td2 Th4d Th4d5 5h4d 5ah4 54h4 H0d0 Js10
""".split()
"""Names, surnames, initials and nicknames made of nothing but A K Q J T C D H S and numbers."""

MORE_NAMES = """
Aaron Abel Abigail Adela Adrian Agatha Agnes Albert Alexis Alina Alma Alvin Amanda Ambrose Amos Andrea Angela Anita Annika
Anthony Arabella Ariel Arnold Ashley Astor Audrey August Austin Avery Barbara Barnaby Basil Beatrix Bella Benedict Bernard
Bertha Beth Betty Blake Blanche Bonnie Boris Brandon Brenda Brian Bridget Bruce Bruno Byron Caleb Calvin Carl Carla Carol
Caspar Cecil Celia Chandra Charles Charlotte Chester Chloe Christa Christoph Clara Clark Claude Clive Colin Connor Conrad
Cora Corinna Craig Curtis Cynthia Cyril Dagmar Dale Daniel Daphne Darcy Darius Dario Dawn Dean Deborah Denis Derek Diana Dieter
Dirk Donald Dora Doris Dorothy Douglas Duncan Dustin Edgar Edith Edmund Edna Eileen Elaine Eleanor Elena Eli Elisa Elmar Elsa
Elvis Emanuel Enid Enrico Eric Erika Ernest Erwin Esme Esther Ethan Eugene Eva Evelyn Fabian Felicity Ferdinand Fern Fiona
Flora Floyd Franz Frederick Frida Fritz Gavin Gemma George-Ann Gerald Gerda Gertrud Gilbert Gina Gisela Gladys Gloria Godfrey
Gordon Graham Greg Gretel Guido Gustav Guy Gwyneth Hannes Harold Harriet Harvey Hector Heidi Helen Helga Helmut Henrik Henry
Herbert Herman Hilda Holger Holly Horst Howard Hubert Humphrey Igor Inga Irene Iris Isaac Isabel Ivan Jacqueline Jakob James
Jane Janet Jasmin Jason Jeff Jeremy Jerome Jessica Jill Joachim Joan Jody Joel Johannes John Jorge Joseph Joshua Joyce Juan
Judith Judy Julian Julius Juno Justin Karen Karin Karsten Kasimir Kate Katharina Keith Kelly Kenneth Kerstin Kevin Kirsten
Klaus Konrad Kristin Kurt Kyle Lambert Lance Lara Larry Laura Lauren Laurence Leila Leonard Leopold Leroy Leslie Lewis Lilian
Linda Lionel Lisa Lloyd Lois Lorna Lothar Louisa Lucy Ludwig Luigi Luis Lutz Lydia Mabel Madeleine Magnus Malcolm Manfred Marco
Margaret Marina Marius Marlene Martha Martin Marvin Mary Mathias Maud Maurice Max-Otto Melanie Melissa Michael Miguel Mildred
Miles Millie Milo Mira Miriam Moira Molly Monica Moritz Moses Muriel Myra Myron Nadia Nancy Naomi Natalie Neil Nelson Nicholas
Nicole Nigel Nikita Nina Noel Norbert Norma Norman Olaf Oleg Olga Olive Orlando Oscar Otto Pamela Pascal Patricia Patrick Pedro
Peggy Percy Peter Phil Philippa Phoebe Phyllis Pia Pierre Quentin Quincy Rachel Ralf Ramona Randolph Raymond Rebecca Reginald
Rene Rhoda Richard Rita Robert Robin Roderick Roger Roland Roman Ronald Rosa Roswitha Roy Rudolf Rufus Rupert Russell Ruth Sabine
Sabrina Samuel Sandra Sara Saskia Saul Sebastian Selma Serena Seth Shannon Sharon Sheila Shirley Sidney Siegfried Silas Silke
Silvia Simon Sonja Stanley Stefan Stella Stephanie Stuart Susan Sybil Sylvester Tamara Tanja Tatjana Teresa Terence Theo
Theodore Thomas Tilda Timothy Tina Tobias Todd Toni Tracy Trevor Trudy Udo Ulrich Ursel Valentin Valerie Vanessa Vera Vernon
Veronika Victor Vincent Viola Vivian Vladimir Walter Wanda Wayne Wendy Werner Wilfred Wilhelm Willa Winifred Wolfram Xaver Yves
Yvonne Zacharias Zelda Zeno Zora Ådne Åke Äijä Édith Élise Ödön Ørjan Šime Žarko Çelik Ñusta Δάφνη Κώστας Стас Тад Даша Саша Ася
Катя Ада Давид דוד שרה عادل سعد जय आशा अदा ทัด 阿达 莎夏 千代 다현 Ásdís Ástþór Þórdís Đặng Tạ Sạ Ħad Kądka Jaś Staś Tadźka Ćasta
""".split()

ALL_NAMES = list(dict.fromkeys([*CARD_LETTER_NAMES, *MORE_NAMES, *OTHER_NAMES]))
