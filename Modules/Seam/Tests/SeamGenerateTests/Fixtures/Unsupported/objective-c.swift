@objc protocol Delegate {  // refused: it is an Objective-C protocol
    @objc optional func done()  // refused: it is `@objc`
}
