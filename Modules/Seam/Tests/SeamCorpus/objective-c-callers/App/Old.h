#import <Foundation/Foundation.h>

@class Account;

@interface Old : NSObject
@property Account *shared;
- (void)refresh;
@end

static inline void OldRefresh(void) { [[Account shared] refresh]; }
