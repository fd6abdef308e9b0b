#import <Foundation/Foundation.h>
@interface LGScreen : NSObject
- (void)add:(NSString *)line;
@end
