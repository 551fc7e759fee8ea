"""First names of many countries, as they stand above hands."""

NAMES = """
Aoife Ciara Niamh Siobhan Eoin Declan Fionn Padraig Rhys Dylan Gwen Megan Owain Ewan Hamish Isla Callum Morag Fergus Rory
Oliver George Harry Noah Jacob Leo Arthur Archie Freddie Alfie Amelia Ava Mia Evie Florence Poppy Lottie Daisy Rosie Maisie
Mason Logan Hunter Chase Cash Colt Ace King Major Duke Prince Reign Royal Blaze Maverick Ryder Ranger Rowdy Buck Chip
Liam Emma Olivia Sophia Harper Scarlett Aria Luna Nova Ivy Hazel Violet Ruby Pearl Opal Jade Amber Crystal Diamond Jewel
Will Bill Bob Rob Dick Ted Ed Ned Al Cal Hal Sal Val Mel Del Lew Drew Jay Ray Kay Fay May June April Summer Autumn Winter
Nick Rick Mick Vic Dom Tom Tim Jim Kim Sam Pam Cam Ham Dan Stan Jan Nan Fran Ann Lynn Glenn Ken Len Ben Jen Wren Gwenda
Hart Heart Spade Club Jack Jackie Queenie Queen Joker Deuce Trey Case Dealer Reed Page Mark Grant Frank Rich Sterling Penny
Bo Di Jo Mo Flo Cy Ty Vi Bea Dee Gee Lee Bree Kit Pip Tip Zip Skip Flip Rip Kip Chip-Jr Hope Faith Grace Joy Charity Prudence
Lukas Finn Jonas Paul Felix Maximilian Elias Anton Emil Oskar Matteo Karl Friedrich Johann Heinrich Wolfgang Jürgen Günther Uwe Jörg
Mia-Sofie Hannah Lena Lea Leonie Marie Johanna Klara Frieda Mathilda Greta Ida Liesel Gretchen Ursula Ingeborg Hannelore Käthe Bärbel Heike
Gabriel Raphaël Louis Jules Adam Lucas Hugo Arthur-Marie Nathan Gaël Léo Théo Maël Noé Aurélien Benoît Cédric Didier Étienne François
Jade-Marie Louise Emma-Lou Alice Chloé Inès Léa Manon Zoé Camille Élodie Océane Mathilde Clémence Margaux Noémie Solène Aurore Brigitte Odile
Antonio Manuel José Javier Pablo Álvaro Íñigo Ramón Jesús Ángel Joaquín Andrés Rafael Sergio Diego Iker Unai Gorka Jordi Oriol
María Carmen Lucía Paula Sofía Martina Inmaculada Pilar Rocío Macarena Nuria Montserrat Ainhoa Leire Itziar Consuelo Dolores Mercedes Concha Paz
João Tiago Rui Duarte Gonçalo Afonso Vasco Nuno Hélder Simão Beatriz Inês Mafalda Leonor Matilde Catarina Graça Luzia Fátima Conceição
Leonardo Francesco Alessandro Lorenzo Mattia Tommaso Riccardo Edoardo Pietro Giovanni Sofia Giulia Aurora Ginevra Beatrice Chiara Bianca Fiore Ludovica Nicolò
Jakub Szymon Filip Wojciech Łukasz Paweł Grzegorz Krzysztof Zbigniew Bartłomiej Zuzanna Julia Maja Zofia Hanna Małgorzata Agnieszka Elżbieta Grażyna Bożena
Jiří Tomáš Ondřej Vojtěch Matěj Radek Zdeněk Eliška Tereza Kateřina Žaneta Lenka Blanka Šárka Miloš Ľuboš Bence Máté Levente Zoltán
Gábor Attila Ágnes Eszter Zsófia Réka Ioana Andrei Mihai Ștefan Bogdan Radu Simona Crina Lăcrămioara Dragoș Luka Marko Nemanja Vuk
Milica Jelena Ana Iva Dunja Petra Zoran Goran Slaven Hrvoje Ivo Mojca Urška Tjaša Jernej Žiga Boštjan Georgi Dimitar Yordan
Иван Мария Дмитрий Ольга Сергей Наталья Алексей Юлия Павел Катя Олександр Тарас Оксана Богдан Соломія Андрій Γιώργος Ελένη Νίκος Δήμητρα
Erik Lars Nils Bjørn Sven Gunnar Håkon Øystein Sigurd Leif Astrid Ingrid Solveig Ragnhild Åse Freja Signe Maja-Lisa Saga Ebba
Eero Juhani Väinö Onni Aino Helmi Päivi Tuuli Aada Pirjo Jón Sigríður Guðrún Þór Björk Mart Kristjan Liis Kadri Tõnu
Jānis Līga Ilze Gundars Jonas-Tomas Rūta Eglė Vytautas Giedrė Mindaugas Daan Sem Bram Thijs Joost Lieke Sanne Fleur Femke Anouk
Ahmet Mehmet Mustafa Emre Can Cem Efe Deniz Ayşe Fatma Elif Zeynep Gül Şule Çağla İpek Özgür Umut Barış Yağmur
Mohammed Ahmed Omar Ali Hassan Yusuf Khalid Tariq Samir Nabil Fatima Aisha Layla Noor Amina Salma Huda Rania Zainab Maryam
محمد فاطمة علي يوسف مريم David Yosef Moshe Ari Noam Itai Avi Tamar Noa Yael Shira Rivka Talia Dov Ziv
Aarav Vivaan Arjun Rohan Krishna Ishaan Raj Sanjay Vijay Ravi Priya Ananya Diya Saanvi Lakshmi Meera Nisha Pooja Rani Jaya
Wei Fang Jun Min Li Na Qiang Lei Yan Ting Hao Xin Yu Bo-Wen Ming Jing Hui Ling Tao 伟 秀英 娜 强 磊 洋 勇 静
Haruto Sota Ren Yuto Riku Kaito Daiki Kenji Hiroshi Akira Sakura Yui Hina Aoi Rin Mei Mio Emi Naoko Yoko さくら 太郎 花子
Minjun Seojun Jiho Hyun Sang Woo Jisoo Seoyeon Haeun Eunji Soo-jin 민준 서연 Nguyen Anh Minh Duc Linh Thao Phuong Hien Thuy
Budi Agus Wayan Made Nyoman Ketut Dewi Siti Putri Bayu Somchai Niran Malee Kanya Ploy Jose-Maria Bayani Dalisay Ligaya Tala
Kwame Kofi Ama Abena Yaw Akosua Chinua Emeka Ngozi Chidi Adaeze Tunde Bola Folake Wanjiru Otieno Achieng Kamau Makena Jabari
Thabo Sipho Lerato Naledi Thandi Zola Bongani Nomvula Ayanda Lwazi Tendai Rudo Chipo Farai Aroha Tane Mere Wiremu Moana Sione
Lani Kai Keanu Leilani Nalu Sitting Tecumseh Winona Aiyana Dakota Cheyenne Itzel Xochitl Cuauhtémoc Yaretzi Memo Nacho Chuy Pancho Concepción
Memo Nom Note Card Flop River Turn Rank Class Bonus Best Max Win Deal
""".split()


WORDS = "Mark Memo Nom Note Card Flop River Turn Rank Class Bonus Best Max Win Deal".split()
"""Names that are words of sheets, too."""
LIKE_CARDS = "Heart Spade Club Diamond Joker".split()
"""Names that make cards with a number, or alone."""


def plain_names() -> list[str]:
    """Return the names, each once, that are neither words of sheets nor like cards."""
    return [name for name in dict.fromkeys(NAMES) if name not in (*WORDS, *LIKE_CARDS)]
