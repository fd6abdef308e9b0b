struct Screen {
    func save() {
        Services.logger.log("saved")
        Services.uploader.upload("a")
        print(Services.title)
    }
}
