import Legacy

func use() {
    print(Config.shared.host)
    print(Legacy.Config.shared.host)
}
