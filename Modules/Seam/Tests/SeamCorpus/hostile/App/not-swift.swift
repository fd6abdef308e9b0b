<?xml version="1.0"?>
<plist><dict><key>shared</key></dict></plist>
