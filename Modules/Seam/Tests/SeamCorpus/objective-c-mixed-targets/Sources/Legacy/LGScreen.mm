#import "LGScreen.h"
@import Core;

@implementation LGScreen
+ (instancetype)make { return [Settings.standard isDark] ? [self new] : nil; }
- (void)add:(NSString *)line { [[Log sharedLog] add:line]; }
@end

@implementation LGScreen (More)
- (void)reset
{
    [[Settings standard] reset];
    Settings.standard.isDark;
}
@end
