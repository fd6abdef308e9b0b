@objc protocol Delegate {  // refused: it is an Objective-C protocol
    @objc optional func done()
}
