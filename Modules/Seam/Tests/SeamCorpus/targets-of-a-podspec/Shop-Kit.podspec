Pod::Spec.new do |s|
  s.name          = 'Shop-Kit' # its module is Shop_Kit
  s.version       = '1.0.0'
  s.summary       = 'A shop, without "quotes".'
  s.subspec 'Core' do |core|
    core.source_files = 'Classes/Core/**/*.{h,swift}'
    core.exclude_files = [
      'Classes/Core/Old*.swift', # not yet
      'Classes/Core/[XY].swift'
    ]
    core.dependency 'Alamofire/Core', '~> 5'
  end
  s.subspec 'UI' do |ui|
    ui.ios.source_files = "Classes/UI/*.swift",
                          "Classes/More/**/*.swift"
    ui.osx.source_files = Dir['Classes/Mac/*.swift']
  end
  s.test_spec 'Tests' do |tests|
    tests.source_files = 'Tests/**/*.swift'
  end
end
