"""The functions of `import plyground`: the same work as the commands do, for programs and notebooks."""
