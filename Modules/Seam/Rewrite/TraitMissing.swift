#if !Tool
    #error("The seam tool needs the package trait Tool, which is on by default.")
#endif
