#import "Old.h"
#import "App-Swift.h"

// [Account shared] in a comment is no use.
/* [[Account shared]
   refresh] */
#define ACCOUNT [Account shared]

@implementation Old

- (void)refresh {
    [[Account shared] refresh];
    Account.shared.name = @"[Account shared]";
    NSString *name = [Account shared].name;
    if (Account.shared.name == name) return;
    [[Account shared] signInWithUser:name again:YES];
    [Account.shared setName:@"new"];
}

- (void)show:(NSString *)title animated:(BOOL)animated {
    Account *account = [Account shared];
    [account refresh];
    [[SPTracker sharedTracker] note:title];
    [SPTracker.sharedTracker setIsOn:animated];
    [[Tracker shared] note:title];
    [[Cache shared] clear];
    [[Other shared] refresh];
    [[self account].shared refresh];
    [[[Account class] shared] refresh];
    dispatch_async(dispatch_get_main_queue(), ^{
        [[Player shared] play];
        [Player.other play];
    });
    [self register:[Account shared]];
    [Account sharedWith:title];
}

@end

void OldStart(void) {
    [Account.shared refresh];
}
