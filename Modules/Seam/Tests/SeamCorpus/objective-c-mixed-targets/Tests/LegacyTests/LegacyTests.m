#import <XCTest/XCTest.h>
@interface LegacyTests : XCTestCase
@end
@implementation LegacyTests
- (void)testReset { [[Settings standard] reset]; }
@end
