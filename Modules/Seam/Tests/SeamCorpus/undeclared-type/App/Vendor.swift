import VendorKit

func start() {
    VendorTracker.shared.start()
    VendorTracker.sharedInstance().flush()
    VNDManager.sharedManager().user = "a"
    print(VendorColor.default, VendorLayout.standard, VendorPoint.zero.x, VendorMode.main)
    VendorFactory.make().run()
    let tracker = VendorTracker.shared
    tracker.stop()
}
